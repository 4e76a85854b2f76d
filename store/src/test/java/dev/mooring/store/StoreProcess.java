package dev.mooring.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.Handles;
import dev.mooring.handle.Lookup;
import dev.mooring.handle.MintResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another process that uses a store. */
final class StoreProcess implements AutoCloseable {
    static final String SCOPE = "numbers";
    static final HandleCodec<Integer> NUMBERS = new HandleCodec<>() {
        @Override
        public String encode(Integer state) {
            return state.toString();
        }

        @Override
        public Integer decode(String json) {
            return Integer.valueOf(json);
        }
    };

    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
    }

    /** Starts a process that counts up new handles without end, and says so after each step. */
    static StoreProcess counting(Path file) throws IOException {
        return start(file, "count");
    }

    /** Starts a process that obeys {@link #increment}. */
    static StoreProcess obeying(Path file) throws IOException {
        return start(file, "obey");
    }

    private static StoreProcess start(Path file, String mode) throws IOException {
        return new StoreProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreProcess.class.getName(),
                        file.toString(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    static Handles<Integer> open(StateStore stores) {
        return new Handles<>(stores.open(SCOPE, NUMBERS, HandleStoreOptions.of(HandleLimits.DEFAULT)));
    }

    static String mint(Handles<Integer> handles) {
        return ((MintResult.Minted<Integer>) handles.mint(HandleOwner.ANONYMOUS, 0))
                .handle()
                .id()
                .text();
    }

    /** Counts up a handle, and returns its state. */
    static String increment(Handles<Integer> handles, String id) {
        return handles.update(id, HandleOwner.ANONYMOUS, n -> n + 1) instanceof Lookup.Found<Integer>(var handle)
                ? handle.state().toString()
                : "unknown";
    }

    public static void main(String[] args) throws IOException {
        StateStore stores = Stores.open(new StoreLocation.Sqlite(Path.of(args[0])), problem -> {
            throw new AssertionError(problem);
        });
        Handles<Integer> handles = open(stores);
        var out = new PrintStream(System.out, true, UTF_8);
        if (args[1].equals("count")) {
            count(handles, out);
        }
        new BufferedReader(new InputStreamReader(System.in, UTF_8))
                .lines()
                .forEach(id -> out.println(increment(handles, id)));
    }

    private static void count(Handles<Integer> handles, PrintStream out) {
        while (!out.checkError()) {
            String id = mint(handles);
            out.println(id + " 0");
            for (int i = 0; i < 3; i++) {
                out.println(id + " " + increment(handles, id));
            }
        }
    }

    /** Returns the next line of output, or null after the end. */
    @Nullable
    String line() throws IOException {
        return output.readLine();
    }

    /** Counts up a handle in the other process. Returns its state. */
    String increment(String id) throws IOException {
        var writer = process.outputWriter(UTF_8);
        writer.write(id + "\n");
        writer.flush();
        return String.valueOf(line());
    }

    /** Ends the process as {@code kill -9} does. Its output stays readable. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        try {
            process.waitFor();
            output.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
