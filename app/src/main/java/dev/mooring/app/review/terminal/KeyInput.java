package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.TerminalWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Reads single key presses, and lines, from the terminal. */
final class KeyInput implements AutoCloseable {
    private static final int CONTROL_D = 4;

    private final Terminal terminal;
    private final PrintWriter out;
    private final Attributes before;

    private KeyInput(Terminal terminal) {
        this.terminal = terminal;
        this.out = TerminalWriter.of(terminal.writer());
        this.before = terminal.enterRawMode();
    }

    /**
     * Opens the terminal of this process.
     *
     * @throws IOException if the process has no terminal
     */
    static KeyInput open() throws IOException {
        return new KeyInput(TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .provider(
                        TerminalBuilder
                                .PROP_PROVIDER_EXEC) // the other providers call native code, which makes the JVM print
                // a warning
                .graphemeCluster(false) // would query the terminal, and the reply would be read as keys
                .build());
    }

    void print(String text) {
        out.print(text);
        out.flush();
    }

    void println(String line) {
        out.println(line);
        out.flush();
    }

    /** Waits for the next key. Returns {@code q} at the end of input. */
    char next() throws IOException {
        int key = terminal.reader().read();
        return key < 0 || key == CONTROL_D ? 'q' : (char) key;
    }

    /** Lets the person edit a line. Returns empty if they cancel. */
    Optional<String> line(String prompt, String text) {
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        try {
            return Optional.of(reader.readLine(prompt, null, text));
        } catch (UserInterruptException | EndOfFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        terminal.setAttributes(before);
        terminal.close();
    }
}
