package dev.mooring.vault.text;

import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Author names. They come from clients and from files, so they may contain anything: a name is normalized before it is
 * written, and escaped whenever it is shown.
 */
public final class AuthorName {

    private static final int MAX_LENGTH = 100;
    private static final String UNKNOWN = "unknown";
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

    private AuthorName() {}

    /**
     * Returns the name to write: on one line, without invisible characters and of bounded length; "unknown" if nothing is
     * left. A name that is too long is truncated and gets a suffix that depends on the whole name, so that two long names
     * stay different.
     */
    public static String normalized(String name) {
        var visible = new StringBuilder();
        name.codePoints().map(c -> OneLine.isInvisible(c) ? ' ' : c).forEach(visible::appendCodePoint);
        String line = SPACES.matcher(visible).replaceAll(" ").strip();
        if (line.length() <= MAX_LENGTH) {
            return line.isEmpty() ? UNKNOWN : line;
        }
        String suffix = "~" + HexFormat.of().toHexDigits(line.hashCode());
        return Graphemes.prefix(line, MAX_LENGTH - suffix.length()) + suffix;
    }

    /** Returns true for a blank name and for "unknown". */
    public static boolean isUnknown(String name) {
        return normalized(name).toLowerCase(Locale.ROOT).equals(UNKNOWN);
    }

    /** Returns the name as people see it: on one line and of bounded length. */
    public static String displayed(String name) {
        return OneLine.of(name, MAX_LENGTH);
    }

    /** Returns the name for the text of a tool result. Brackets are escaped too, because they enclose the session line. */
    public static String inToolResult(String name) {
        return displayed(name).replace("[", OneLine.escaped('[')).replace("]", OneLine.escaped(']'));
    }
}
