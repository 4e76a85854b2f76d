package dev.mooring.vault.text;

/** Line endings of raw text: LF or CRLF. */
public final class LineEndings {

    private LineEndings() {}

    /**
     * Returns the ending of the line at a position. A last line without an ending has that of the line before. Returns LF if
     * the text has no line ending.
     */
    public static String near(String raw, int position) {
        int newline = raw.indexOf('\n', position);
        if (newline < 0) {
            newline = raw.lastIndexOf('\n');
        }
        return newline > 0 && raw.charAt(newline - 1) == '\r' ? "\r\n" : "\n";
    }

    /** Replaces every CRLF by LF. */
    public static String toLf(String text) {
        return text.replace("\r\n", "\n");
    }
}
