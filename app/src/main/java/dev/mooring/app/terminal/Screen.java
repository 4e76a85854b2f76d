package dev.mooring.app.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/**
 * The terminal of this process.
 *
 * @param interactive whether all standard streams are connected to a terminal, so that a person can answer prompts
 * @param colour whether to use colour
 * @param width the number of columns
 */
public record Screen(boolean interactive, Ansi colour, int width) {
    private static final int DEFAULT_WIDTH = 100;
    private static final Pattern WIDTH = Pattern.compile("[1-9]\\d{1,3}");

    /** No terminal: plain lines only. */
    public static final Screen NONE = new Screen(false, Ansi.OFF, DEFAULT_WIDTH);

    /** Detects the terminal of this process. */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 the console may be null again
    public static Screen detect(Ansi colour) {
        Console console = System.console();
        boolean interactive = console != null && console.isTerminal() && isTerminal(2);
        return new Screen(interactive, interactive ? colour : Ansi.OFF, interactive ? columns() : DEFAULT_WIDTH);
    }

    /** Returns whether a person can answer a question on standard error, even if standard output is redirected. */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 the console may be null again
    public static boolean canPrompt() {
        Console console = System.console();
        return (console != null && console.isTerminal())
                || (Files.isSymbolicLink(Path.of("/proc/self/fd/0")) && isTerminal(0) && isTerminal(2));
    }

    /** Returns whether a file descriptor is a terminal; true where {@code /proc} does not list the descriptor. */
    static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd", String.valueOf(descriptor));
        if (!Files.isSymbolicLink(link)) {
            return true;
        }
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the width from {@code COLUMNS}, or else from the terminal. */
    private static int columns() {
        String set = System.getenv("COLUMNS");
        if (set != null && WIDTH.matcher(set).matches()) {
            return Integer.parseInt(set);
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), US_ASCII)
                    .strip()
                    .split(" ", -1);
            return size.length == 2 && WIDTH.matcher(size[1]).matches() ? Integer.parseInt(size[1]) : DEFAULT_WIDTH;
        } catch (IOException e) {
            return DEFAULT_WIDTH;
        }
    }

    /** Returns the text in a style such as {@code bold}, {@code red} or {@code faint}. Markup in the text has no effect. */
    public String styled(String style, String text) {
        if (!colour.enabled() || text.isEmpty()) {
            return text;
        }
        StringBuilder on = new StringBuilder();
        for (Ansi.IStyle each : Ansi.Style.parse(style)) {
            on.append(each.on());
        }
        return ControlSequences.mark(on.toString()) + text + ControlSequences.mark(Ansi.Style.reset.on());
    }

    /** Returns the text on one line, shortened to a number of characters. */
    public String cut(String text, int maxLength) {
        String line = Printable.oneLine(text);
        return line.length() <= maxLength
                ? line
                : line.substring(0, Math.max(0, maxLength - 1)).stripTrailing() + "…";
    }

    /** Returns the line shortened to the width of the screen. Styles do not count. */
    public String fitted(String line) {
        StringBuilder fitted = new StringBuilder();
        int room = width - 1;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            int end = c == '\u001b' && colour.enabled() ? line.indexOf('m', i) : -1;
            if (end > 0) {
                fitted.append(line, i, end + 1);
                i = end;
            } else if (room > 0) {
                fitted.append(Character.isISOControl(c) ? ' ' : c);
                room--;
                if (room == 0) {
                    fitted.append('…');
                }
            }
        }
        return fitted.toString();
    }
}
