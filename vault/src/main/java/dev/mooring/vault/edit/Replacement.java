package dev.mooring.vault.edit;

import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.diff.Words;
import dev.mooring.vault.text.TextBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The replacement of an old text by a new text at some positions of a view.
 *
 * <p>The old text may begin or end within a word, a link or inline code. To find whole words, the change is compared
 * within its paragraph and extended to the nearest positions that are word boundaries before and after the change.
 *
 * @param starts the positions of the old text, ascending and without overlaps
 */
record Replacement(String view, List<Integer> starts, String oldText, String newText) {

    private static final int MAX_CONTEXT = 4_000;

    /** Returns the view after the replacement. */
    String result() {
        var out = new TextBuffer(view.length() + starts.size() * (newText.length() - oldText.length()));
        int at = 0;
        for (int start : starts) {
            out.append(view, at, start).append(newText);
            at = start + oldText.length();
        }
        return out.append(view, at, view.length()).toString();
    }

    /** Returns where the n-th replacement begins in the {@link #result()}. */
    int resultStart(int n) {
        return starts.get(n) + n * (newText.length() - oldText.length());
    }

    /** Returns the changes within the replaced text, not extended to whole words. */
    List<Hunk> exactHunks(DiffGranularity granularity) {
        List<Hunk> within = granularity.diff(oldText, newText);
        return starts.stream()
                .flatMap(start -> within.stream().map(hunk -> hunk.shifted(start)))
                .toList();
    }

    /**
     * A part of the view that the replacement changes, extended to whole words.
     *
     * @param start where it begins in the view
     */
    private record Part(int start, String before, String after) {}

    /** The parts of the view that a replacement changes, extended to whole words. */
    static final class WordParts {
        private final List<Part> parts;

        private WordParts(List<Part> parts) {
            this.parts = parts;
        }

        /** Returns the changes within the parts. */
        List<Hunk> hunks(DiffGranularity granularity) {
            return parts.stream()
                    .flatMap(part ->
                            granularity.diff(part.before, part.after).stream().map(hunk -> hunk.shifted(part.start)))
                    .toList();
        }
    }

    /** Returns the changed parts of the view, extended to whole words. */
    WordParts wordParts() {
        List<Part> parts = new ArrayList<>();
        int first = 0;
        while (first < starts.size()) {
            int from = windowStart(starts.get(first));
            int to = windowEnd(starts.get(first) + oldText.length());
            int last = first + 1;
            while (last < starts.size() && windowStart(starts.get(last)) < to) {
                to = windowEnd(starts.get(last) + oldText.length());
                last++;
            }
            addParts(parts, from, to, starts.subList(first, last));
            first = last;
        }
        return new WordParts(parts);
    }

    private void addParts(List<Part> parts, int from, int to, List<Integer> inside) {
        String before = view.substring(from, to);
        var local = new Replacement(
                before, inside.stream().map(start -> start - from).toList(), oldText, newText);
        String after = local.result();
        int[] oldBoundaries = Words.boundaries(before);
        int[] newBoundaries = Words.boundaries(after);
        int groupStart = 0;
        int shift = 0;
        for (int i = 0; i <= inside.size(); i++) {
            int gapStart = i == 0 ? 0 : local.starts.get(i - 1) + oldText.length();
            int gapEnd = i == inside.size() ? before.length() : local.starts.get(i);
            int gapShift = i * (newText.length() - oldText.length());
            int[] common = commonBoundaries(oldBoundaries, newBoundaries, gapStart, gapEnd, gapShift);
            if (common.length == 0) {
                continue;
            }
            if (i > 0) {
                String oldPart = before.substring(groupStart, common[0]);
                String newPart = after.substring(groupStart + shift, common[0] + gapShift);
                parts.add(new Part(from + groupStart, oldPart, newPart));
            }
            groupStart = common[common.length - 1];
            shift = gapShift;
        }
    }

    /**
     * Returns the first and the last position of an unchanged range that are word boundaries in both texts. The result has
     * one element if they are the same, and none if there is no such position.
     */
    private static int[] commonBoundaries(int[] oldBoundaries, int[] newBoundaries, int from, int to, int shift) {
        int first = Arrays.binarySearch(oldBoundaries, from);
        int i = first >= 0 ? first : -first - 1;
        int[] common = new int[2];
        int size = 0;
        while (i < oldBoundaries.length && oldBoundaries[i] <= to) {
            if (Arrays.binarySearch(newBoundaries, oldBoundaries[i] + shift) >= 0) {
                common[size == 0 ? 0 : 1] = oldBoundaries[i];
                size = size == 0 ? 1 : 2;
            }
            i++;
        }
        return Arrays.copyOf(common, size);
    }

    /** Returns the end of the link, inline code or URL around a position of a text, or the position itself. */
    static int endOfAtomAround(String text, int at) {
        int from = windowStart(text, at);
        return from + Words.endOfAtomAround(text.substring(from, windowEnd(text, at)), at - from);
    }

    private int windowStart(int at) {
        return windowStart(view, at);
    }

    private int windowEnd(int at) {
        return windowEnd(view, at);
    }

    private static int windowStart(String view, int at) {
        // A paragraph that begins further away makes no difference.
        int from = Math.max(at - MAX_CONTEXT - 2, 0);
        int paragraph = view.substring(from, at).lastIndexOf("\n\n");
        if (paragraph >= 0) {
            return from + paragraph + 2;
        }
        return at <= MAX_CONTEXT ? 0 : view.lastIndexOf('\n', at - 1) + 1;
    }

    private static int windowEnd(String view, int at) {
        int paragraph = view.indexOf("\n\n", at);
        int end = paragraph < 0 ? view.length() : paragraph;
        if (end - at <= MAX_CONTEXT) {
            return end;
        }
        int line = view.indexOf('\n', at);
        return line < 0 ? view.length() : line;
    }
}
