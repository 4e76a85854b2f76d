package dev.mooring.app.terminal;

/** Removes control characters from the text of servers and models, so that it cannot control the terminal. */
public final class Printable {
    private Printable() {}

    /** Returns the text without control characters, except line breaks and tabs. */
    public static String text(String text) {
        return text.codePoints().anyMatch(c -> isControl(c) && c != '\n' && c != '\t')
                ? text.codePoints()
                        .filter(c -> !isControl(c) || c == '\n' || c == '\t')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : text;
    }

    /** Returns the text on one line, with each run of white space as one space. */
    public static String oneLine(String text) {
        return text(text).replaceAll("\\s+", " ").strip();
    }

    /** Includes the characters that change the direction of text, which could disguise a line. */
    private static boolean isControl(int c) {
        return Character.isISOControl(c) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
}
