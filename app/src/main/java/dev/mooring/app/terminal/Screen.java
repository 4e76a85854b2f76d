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
 * What this program knows of the terminal that it was started in.
 *
 * @param interactive whether a person sees what goes to the standard streams and can answer there
 * @param colour whether to use colour
 * @param width in columns
 */
public record Screen(boolean interactive, Ansi colour, int width) {
    private static final int USUAL_WIDTH = 100;
    private static final Pattern WIDTH = Pattern.compile("[1-9]\\d{1,3}");

    /** Where nobody looks on: plain lines only. */
    public static final Screen NONE = new Screen(false, Ansi.OFF, USUAL_WIDTH);

    /** The one of this process. */
    @SuppressWarnings("SystemConsoleNull") // JDK 25 went back to the console that may be missing
    public static Screen detect(Ansi colour) {
        Console console = System.console();
        boolean interactive = console != null && console.isTerminal() && errorsAreSeen();
        return new Screen(interactive, interactive ? colour : Ansi.OFF, interactive ? columns() : USUAL_WIDTH);
    }

    /** Where the system says so: talk that goes to a file must have no cursor movements in it. */
    private static boolean errorsAreSeen() {
        Path errors = Path.of("/proc/self/fd/2");
        if (!Files.isSymbolicLink(errors)) {
            return true;
        }
        try {
            String target = Files.readSymbolicLink(errors).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** What the person has set, or else what the terminal says of itself. */
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
            return size.length == 2 && WIDTH.matcher(size[1]).matches() ? Integer.parseInt(size[1]) : USUAL_WIDTH;
        } catch (IOException e) {
            return USUAL_WIDTH;
        }
    }

    /** The text in a style such as {@code bold}, {@code red} or {@code faint}; nothing in it is taken for markup. */
    public String styled(String style, String text) {
        if (!colour.enabled() || text.isEmpty()) {
            return text;
        }
        StringBuilder on = new StringBuilder();
        for (Ansi.IStyle each : Ansi.Style.parse(style)) {
            on.append(each.on());
        }
        return on + text + Ansi.Style.reset.on();
    }

    /** At most as many characters as there is room for, on one line. */
    public String cut(String text, int room) {
        String line = Printable.oneLine(text);
        return line.length() <= room
                ? line
                : line.substring(0, Math.max(0, room - 1)).stripTrailing() + "…";
    }

    /** On one line, and no longer than there is room for; styles take no room. */
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
