package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.TerminalWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * Reads single key presses, and lines, from the terminal. In raw mode Ctrl-C is an ordinary key, not a signal. The program
 * notices it in the order of the input, so no key after it has an effect.
 */
final class KeyInput implements AutoCloseable {
    private static final int CONTROL_C = 3;
    private static final int CONTROL_D = 4;
    private static final String CANCEL = "mooring-cancel";

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
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC) // the JVM warns about the native code of the others
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

    /**
     * Waits for the next key. Returns {@code q} at the end of input.
     *
     * @throws UserInterruptException if it is Ctrl-C
     */
    char next() throws IOException {
        int key = terminal.reader().read();
        if (key == CONTROL_C) {
            throw new UserInterruptException("");
        }
        return key < 0 || key == CONTROL_D ? 'q' : (char) key;
    }

    /**
     * Lets the person edit a line. Returns empty if they cancel with Ctrl-D.
     *
     * @throws UserInterruptException if they press Ctrl-C
     */
    Optional<String> line(String prompt, String text) {
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        reader.getWidgets().put(CANCEL, () -> {
            throw new EndOfFileException();
        });
        Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN)).bind(new Reference(CANCEL), KeyMap.ctrl('D'));
        try {
            return Optional.of(reader.readLine(prompt, null, text));
        } catch (EndOfFileException e) {
            println("");
            return Optional.empty();
        } finally {
            Thread.interrupted(); // JLine sets the flag on Ctrl-C; it would close files that this thread uses
        }
    }

    @Override
    public void close() throws IOException {
        terminal.setAttributes(before);
        terminal.close();
    }
}
