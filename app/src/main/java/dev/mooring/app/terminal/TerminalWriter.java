package dev.mooring.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * The writer for all text on standard output, standard error and the terminal. On a terminal, it escapes all control characters
 * except line breaks, tabs and the sequences that {@link ControlSequences} marks. A file or a pipe receives the text as it is.
 */
public final class TerminalWriter extends Writer {
    private final Writer out;
    private final boolean isTerminal;

    TerminalWriter(Writer out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Returns a writer for standard output (1) or standard error (2), which flushes after each line. */
    public static PrintWriter of(PrintStream stream, int descriptor) {
        return new PrintWriter(
                new TerminalWriter(new OutputStreamWriter(stream, UTF_8), Screen.isTerminal(descriptor)), true);
    }

    /** Returns a writer for a terminal. */
    public static PrintWriter of(Writer terminal) {
        return new PrintWriter(new TerminalWriter(terminal, true), true);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(converted(text.substring(offset, offset + length)));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        out.write(converted(new String(text, offset, length)));
    }

    private String converted(String text) {
        if (text.indexOf('\u001b') < 0) {
            return isTerminal ? Printable.text(text) : text;
        }
        StringBuilder converted = new StringBuilder();
        int from = 0;
        for (int mark = text.indexOf(ControlSequences.ESCAPE);
                mark >= 0;
                mark = text.indexOf(ControlSequences.ESCAPE, from)) {
            converted.append(foreign(text.substring(from, mark))).append('\u001b');
            from = mark + ControlSequences.ESCAPE.length();
        }
        return converted.append(foreign(text.substring(from))).toString();
    }

    private String foreign(String text) {
        return isTerminal ? Printable.text(text) : text;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
