package dev.mooring.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.Main;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program in a terminal of its own, which {@code script} makes, with a person's hands at the keys. */
public final class PseudoTerminal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final OutputStream keys;
    private final Thread reader;

    /** What has appeared on the screen; guarded by itself. */
    private final StringBuilder screen = new StringBuilder();

    private int seen;

    private PseudoTerminal(Process process) {
        this.process = process;
        this.keys = process.getOutputStream();
        this.reader = Thread.ofVirtual().start(this::read);
    }

    public static PseudoTerminal run(String... arguments) throws IOException {
        return run(builder -> {}, arguments);
    }

    /** As {@link #run(String...)}, where the process needs a folder or an environment of its own. */
    public static PseudoTerminal run(Consumer<ProcessBuilder> preparation, String... arguments) throws IOException {
        String command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName()),
                        Stream.of(arguments))
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        var builder =
                new ProcessBuilder(List.of("script", "-qefc", "stty cols 100 rows 30; exec " + command, "/dev/null"));
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().remove("NO_COLOR");
        builder.environment().remove("COLUMNS");
        preparation.accept(builder);
        return new PseudoTerminal(builder.redirectErrorStream(true).start());
    }

    private void read() {
        try (Reader in = new InputStreamReader(process.getInputStream(), UTF_8)) {
            char[] buffer = new char[4096];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                append(new String(buffer, 0, n));
            }
        } catch (IOException e) {
            append("[the terminal is gone]");
        }
    }

    private void append(String text) {
        synchronized (screen) {
            screen.append(text);
        }
    }

    private String unseen() {
        synchronized (screen) {
            return screen.substring(seen);
        }
    }

    /** Waits until something new has appeared that holds the text. */
    public PseudoTerminal shows(String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(unseen()).contains(text));
        seen += unseen().indexOf(text) + text.length();
        return this;
    }

    public PseudoTerminal press(String pressed) throws IOException {
        keys.write(pressed.getBytes(UTF_8));
        keys.flush();
        return this;
    }

    /** Waits for the end. */
    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(this::everything)
                .isTrue();
        reader.join(PATIENCE);
        return process.exitValue();
    }

    /** All that has appeared, as it came. */
    public String everything() {
        synchronized (screen) {
            return screen.toString();
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
