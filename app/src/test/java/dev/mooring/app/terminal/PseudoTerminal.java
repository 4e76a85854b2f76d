package dev.mooring.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.app.ChildJvm;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the program in a pseudo-terminal of {@code script}, with scripted input. */
public final class PseudoTerminal implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Process process;
    private final OutputStream keys;
    private final Thread reader;

    /** The output so far. Guarded by itself. */
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

    /** Starts the program after a change of the process builder, such as another folder. */
    public static PseudoTerminal run(Consumer<ProcessBuilder> preparation, String... arguments) throws IOException {
        return redirected("", preparation, arguments);
    }

    /** Starts the program with a redirection of the shell, such as {@code < file}. */
    public static PseudoTerminal redirected(
            String redirection, Consumer<ProcessBuilder> preparation, String... arguments) throws IOException {
        String command = ChildJvm.mooring(arguments).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        var builder = new ProcessBuilder(
                List.of("script", "-qefc", "stty cols 100 rows 30; exec " + command + " " + redirection, "/dev/null"));
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

    /** Waits until new output contains the text. */
    public PseudoTerminal shows(String text) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(unseen()).contains(text));
        seen += unseen().indexOf(text) + text.length();
        return this;
    }

    public PseudoTerminal press(String input) throws IOException {
        keys.write(input.getBytes(UTF_8));
        keys.flush();
        return this;
    }

    /** Waits for the end of the program. */
    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as(this::everything)
                .isTrue();
        reader.join(TIMEOUT);
        return process.exitValue();
    }

    /** Returns all output. */
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
