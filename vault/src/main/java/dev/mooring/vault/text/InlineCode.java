package dev.mooring.vault.text;

import java.util.Arrays;

/** Finds inline code within one block: from a run of backticks to the next run of the same length. */
final class InlineCode {

    private InlineCode() {}

    /** Adds the inline code between two positions to {@code found}. */
    static void find(String text, int from, int to, CodeRanges.Builder found) {
        int first = text.indexOf('`', from, to);
        if (first < 0) {
            return;
        }
        int[] runs = runs(text, first, to);
        int[] partner = partners(runs);
        int i = 0;
        while (i < runs.length / 2) {
            boolean escaped = isEscaped(text, from, runs[2 * i]);
            // A backslash escapes an opening run, never a closing one.
            if (partner[i] >= 0 && !escaped) {
                int closing = partner[i];
                found.add(runs[2 * i], runs[2 * closing] + runs[2 * closing + 1]);
                i = closing + 1;
            } else {
                i++;
            }
        }
    }

    /** Returns the runs of backticks as pairs of start and length. */
    private static int[] runs(String text, int first, int to) {
        int[] runs = new int[16];
        int size = 0;
        int at = first;
        while (at >= 0) {
            int end = at;
            while (end < to && text.charAt(end) == '`') {
                end++;
            }
            if (size == runs.length) {
                runs = Arrays.copyOf(runs, size * 2);
            }
            runs[size++] = at;
            runs[size++] = end - at;
            at = text.indexOf('`', end, to);
        }
        return Arrays.copyOf(runs, size);
    }

    /** Returns for each run the index of the next run of its length, or -1. */
    private static int[] partners(int[] runs) {
        int longest = 0;
        for (int i = 1; i < runs.length; i += 2) {
            longest = Math.max(longest, runs[i]);
        }
        int[] next = new int[longest + 1];
        Arrays.fill(next, -1);
        int[] partner = new int[runs.length / 2];
        for (int i = partner.length - 1; i >= 0; i--) {
            partner[i] = next[runs[2 * i + 1]];
            next[runs[2 * i + 1]] = i;
        }
        return partner;
    }

    private static boolean isEscaped(String text, int from, int at) {
        int backslashes = 0;
        while (at - backslashes > from && text.charAt(at - backslashes - 1) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
