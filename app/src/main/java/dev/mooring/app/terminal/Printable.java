package dev.mooring.app.terminal;

/** What servers and models say, made safe for a terminal: no control character of theirs moves its cursor. */
public final class Printable {
    private Printable() {}

    /** With its line breaks and tabs, without any other control character. */
    public static String text(String said) {
        return said.codePoints().anyMatch(c -> isControl(c) && c != '\n' && c != '\t')
                ? said.codePoints()
                        .filter(c -> !isControl(c) || c == '\n' || c == '\t')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : said;
    }

    /** On one line: runs of blanks and line breaks become one blank. */
    public static String oneLine(String said) {
        return text(said).replaceAll("\\s+", " ").strip();
    }

    /** Also those that turn the direction of writing, which could make a line look like another one. */
    private static boolean isControl(int c) {
        return Character.isISOControl(c) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
}
