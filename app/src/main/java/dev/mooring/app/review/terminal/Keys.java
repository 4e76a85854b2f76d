package dev.mooring.app.review.terminal;

import java.io.IOException;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** A terminal from which single keys are read as they are pressed, and now and then a line. */
final class Keys implements AutoCloseable {
    private static final int CONTROL_D = 4;

    private final Terminal terminal;
    private final Attributes before;

    private Keys(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
    }

    /**
     * Takes the terminal of this process.
     *
     * @throws IOException if there is none
     */
    static Keys open() throws IOException {
        return new Keys(TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC) // the others call native code, of which the JVM warns
                .graphemeCluster(false) // asks the terminal, whose answer would be taken for keys
                .build());
    }

    void print(String text) {
        terminal.writer().print(text);
        terminal.flush();
    }

    void println(String line) {
        terminal.writer().println(line);
        terminal.flush();
    }

    /** The next key; {@code q} at the end of the input. */
    char next() throws IOException {
        int key = terminal.reader().read();
        return key < 0 || key == CONTROL_D ? 'q' : (char) key;
    }

    /** A line to be edited; empty if the person thinks better of it. */
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
