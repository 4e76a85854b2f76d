package dev.mooring.app.terminal;

import java.util.Locale;

/** Escapes control characters in the text of servers, models and files, so that it cannot control the terminal. */
public final class Printable {
    private Printable() {}

    /** Returns the text with control characters as {@code \}{@code u001b}, except line breaks and tabs. */
    public static String text(String text) {
        if (text.codePoints().noneMatch(Printable::isControl)) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (!isControl(c)) {
                printable.appendCodePoint(c);
            } else if (c != '\r') { // a carriage return ends a line of a Windows file, or would overwrite the line
                printable.append(String.format(Locale.ROOT, c > 0xFFFF ? "\\u{%x}" : "\\u%04x", c));
            }
        });
        return printable.toString();
    }

    /** Returns the text on one line, with each run of white space as one space. */
    public static String oneLine(String text) {
        return text(text.replaceAll("\\s+", " ")).strip();
    }

    /** Returns whether to escape a character. Includes invisible and bidirectional ones, which could disguise a line. */
    private static boolean isControl(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t')
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200E
                || c == 0x200F
                || c == 0x061C
                || c == 0x2028
                || c == 0x2029
                || (c >= 0xE0000 && c <= 0xE007F)
                || (c >= 0xD800 && c <= 0xDFFF);
    }
}
