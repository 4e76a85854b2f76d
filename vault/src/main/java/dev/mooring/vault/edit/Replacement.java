package dev.mooring.vault.edit;

import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.diff.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Old text replaced by new text at some positions of a view.
 *
 * <p>The replaced text may begin or end within a word, a link or a piece of code. So the change is looked at within its
 * paragraph: it grows to the nearest positions that are word boundaries both before and after the change.
 */
record Replacement(String view, List<Integer> starts, String oldText, String newText) {

    private static final int CONTEXT = 4_000;

    /** The view after the replacement. */
    String result() {
        var out = new StringBuilder();
        int at = 0;
        for (int start : starts) {
            out.append(view, at, start).append(newText);
            at = start + oldText.length();
        }
        return out.append(view.substring(at)).toString();
    }

    /** Where the n-th replacement begins in the {@link #result()}. */
    int resultStart(int n) {
        return starts.get(n) + n * (newText.length() - oldText.length());
    }

    /** Exactly the replaced text, nothing around it. */
    List<Hunk> exactHunks(DiffGranularity style) {
        List<Hunk> within = style.between(oldText, newText);
        return starts.stream()
                .flatMap(start -> within.stream().map(hunk -> hunk.shifted(start)))
                .toList();
    }

    /** In whole words. */
    List<Hunk> wordHunks(DiffGranularity style) {
        List<Hunk> hunks = new ArrayList<>();
        int first = 0;
        while (first < starts.size()) {
            int from = windowStart(starts.get(first));
            int to = windowEnd(starts.get(first) + oldText.length());
            int last = first + 1;
            while (last < starts.size() && windowStart(starts.get(last)) < to) {
                to = windowEnd(starts.get(last) + oldText.length());
                last++;
            }
            hunks.addAll(windowHunks(style, from, to, starts.subList(first, last)));
            first = last;
        }
        return hunks;
    }

    private List<Hunk> windowHunks(DiffGranularity style, int from, int to, List<Integer> inside) {
        String before = view.substring(from, to);
        var local = new Replacement(
                before, inside.stream().map(start -> start - from).toList(), oldText, newText);
        String after = local.result();
        int[] oldCuts = Words.boundaries(before);
        int[] newCuts = Words.boundaries(after);
        List<Hunk> hunks = new ArrayList<>();
        int groupStart = 0;
        int shift = 0;
        for (int i = 0; i <= inside.size(); i++) {
            int gapStart = i == 0 ? 0 : local.starts.get(i - 1) + oldText.length();
            int gapEnd = i == inside.size() ? before.length() : local.starts.get(i);
            int gapShift = i * (newText.length() - oldText.length());
            int[] common = commonCuts(oldCuts, newCuts, gapStart, gapEnd, gapShift);
            if (common.length == 0) {
                continue;
            }
            if (i > 0) {
                String oldPart = before.substring(groupStart, common[0]);
                String newPart = after.substring(groupStart + shift, common[0] + gapShift);
                int at = from + groupStart;
                style.between(oldPart, newPart).forEach(hunk -> hunks.add(hunk.shifted(at)));
            }
            groupStart = common[common.length - 1];
            shift = gapShift;
        }
        return hunks;
    }

    /** Positions of an unchanged stretch of the old text that are word boundaries in both texts. */
    private static int[] commonCuts(int[] oldCuts, int[] newCuts, int from, int to, int shift) {
        int first = Arrays.binarySearch(oldCuts, from);
        int i = first >= 0 ? first : -first - 1;
        int[] common = new int[2];
        int size = 0;
        while (i < oldCuts.length && oldCuts[i] <= to) {
            if (Arrays.binarySearch(newCuts, oldCuts[i] + shift) >= 0) {
                common[size == 0 ? 0 : 1] = oldCuts[i];
                size = size == 0 ? 1 : 2;
            }
            i++;
        }
        return Arrays.copyOf(common, size);
    }

    private int windowStart(int at) {
        int paragraph = view.lastIndexOf("\n\n", Math.max(at - 2, 0));
        int start = paragraph < 0 || paragraph + 2 > at ? 0 : paragraph + 2;
        if (at - start <= CONTEXT) {
            return start;
        }
        int line = view.lastIndexOf('\n', at - 1) + 1;
        return line;
    }

    private int windowEnd(int at) {
        int paragraph = view.indexOf("\n\n", at);
        int end = paragraph < 0 ? view.length() : paragraph;
        if (end - at <= CONTEXT) {
            return end;
        }
        int line = view.indexOf('\n', at);
        return line < 0 ? view.length() : line;
    }
}
