package dev.mooring.vault.text;

import java.util.Arrays;

/** Lines of a text with LF line ends, counted from 1. A final line end does not begin another line. */
public final class LineNumbers {

    private final String text;
    private final int[] starts;

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

    public String text() {
        return text;
    }

    public int count() {
        return starts.length;
    }

    /** The line on which the character at the position stands; the last one for the end of the text. */
    public int lineOf(int position) {
        int found = Arrays.binarySearch(starts, position);
        return Math.max(found >= 0 ? found + 1 : -found - 1, 1);
    }

    public int start(int line) {
        return starts[line - 1];
    }

    /** Where the line's text ends, before its line end. */
    public int end(int line) {
        int next = line < starts.length ? starts[line] : text.length();
        return next > starts[line - 1] && text.charAt(next - 1) == '\n' ? next - 1 : next;
    }

    public String line(int line) {
        return text.substring(start(line), end(line));
    }
}
