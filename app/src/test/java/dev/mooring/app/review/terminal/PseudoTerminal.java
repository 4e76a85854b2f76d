package dev.mooring.app.review.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program in a terminal of its own, which {@code script} makes, with a person's hands at the keys. */
final class PseudoTerminal implements AutoCloseable {
    private final Process process;
    private final OutputStream keys;

    /** What has appeared on the screen; guarded by itself. */
    private final StringBuilder screen = new StringBuilder();

    private int seen;

    private PseudoTerminal(Process process) {
        this.process = process;
        this.keys = process.getOutputStream();
        Thread.ofVirtual().start(this::read);
    }

    static PseudoTerminal run(String... arguments) throws IOException {
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
        return new PseudoTerminal(builder.redirectErrorStream(true).start());
    }

    private void read() {
        try (InputStream in = process.getInputStream()) {
            byte[] buffer = new byte[4096];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                append(new String(buffer, 0, n, UTF_8));
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
    PseudoTerminal shows(String text) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(unseen()).contains(text));
        seen += unseen().indexOf(text) + text.length();
        return this;
    }

    PseudoTerminal press(String pressed) throws IOException {
        keys.write(pressed.getBytes(UTF_8));
        keys.flush();
        return this;
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
