package dev.mooring.vault.text;

import java.util.Arrays;

/** The lines of a text with LF line endings, counted from 1. A final line ending does not begin another line. */
public final class LineNumbers {

    private final String text;
    private final int[] starts;

    /** Indexes the lines of a text. */
    public LineNumbers(String text) {
        this.text = text;
        int[] found = new int[64];
        int size = 0;
        int at = 0;
        while (at < text.length()) {
            if (size == found.length) {
                found = Arrays.copyOf(found, size * 2);
            }
            found[size++] = at;
            int newline = text.indexOf('\n', at);
            at = newline < 0 ? text.length() : newline + 1;
        }
        starts = Arrays.copyOf(found, size);
    }

    /** Returns the whole text. */
    public String text() {
        return text;
    }

    /** Returns the number of lines. */
    public int count() {
        return starts.length;
    }

    /** Returns the line of the character at a position; for the end of the text, the last line. */
    public int lineOf(int position) {
        int found = Arrays.binarySearch(starts, position);
        return Math.max(found >= 0 ? found + 1 : -found - 1, 1);
    }

    /** Returns the position at which a line starts. */
    public int start(int line) {
        return starts[line - 1];
    }

    /** Returns the position at which a line ends, before its line ending. */
    public int end(int line) {
        int next = line < starts.length ? starts[line] : text.length();
        return next > starts[line - 1] && text.charAt(next - 1) == '\n' ? next - 1 : next;
    }

    /** Returns the text of a line without its line ending. */
    public String line(int line) {
        return text.substring(start(line), end(line));
    }
}
