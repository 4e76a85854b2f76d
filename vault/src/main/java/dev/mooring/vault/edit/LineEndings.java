package dev.mooring.vault.edit;

/** How lines end in raw text. */
public final class LineEndings {

    private LineEndings() {}

    /** How the line with the position ends, else the one before it, else LF. */
    public static String near(String raw, int position) {
        int newline = raw.indexOf('\n', position);
        if (newline < 0) {
            newline = raw.lastIndexOf('\n');
        }
        return newline > 0 && raw.charAt(newline - 1) == '\r' ? "\r\n" : "\n";
    }

    public static String toLf(String text) {
        return text.replace("\r\n", "\n");
    }
}
