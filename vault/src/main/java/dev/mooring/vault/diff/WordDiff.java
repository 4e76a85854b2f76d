package dev.mooring.vault.diff;

import dev.mooring.vault.text.Graphemes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compares texts with LF line endings by words or by graphemes. */
public final class WordDiff {

    private WordDiff() {}

    /** Returns the changed words. Changed words with only spaces between them form one hunk. */
    public static List<Hunk> between(String before, String after) {
        return merged(before, diff(before, after, Words::boundaries));
    }

    /** Returns the changed graphemes. */
    public static List<Hunk> betweenGraphemes(String before, String after) {
        return diff(before, after, Graphemes::boundaries);
    }

    private static List<Hunk> diff(String before, String after, Function<String, int[]> splitter) {
        int[] oldBoundaries = splitter.apply(before);
        int[] newBoundaries = splitter.apply(after);
        Map<String, Integer> numbers = new HashMap<>();
        int[] a = numbered(before, oldBoundaries, numbers);
        int[] b = numbered(after, newBoundaries, numbers);
        var everything = List.of(new ShortestEdit.Change(0, a.length, 0, b.length));
        return ShortestEdit.between(a, b).orElse(everything).stream()
                .map(change -> new Hunk(
                        oldBoundaries[change.oldStart()],
                        oldBoundaries[change.oldEnd()],
                        after.substring(newBoundaries[change.newStart()], newBoundaries[change.newEnd()])))
                .toList();
    }

    /** Replaces each token by a number, equal tokens by equal numbers. */
    private static int[] numbered(String text, int[] boundaries, Map<String, Integer> numbers) {
        int[] tokens = new int[boundaries.length - 1];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = numbers.computeIfAbsent(text.substring(boundaries[i], boundaries[i + 1]), _ -> numbers.size());
        }
        return tokens;
    }

    private static List<Hunk> merged(String before, List<Hunk> hunks) {
        List<Hunk> merged = new ArrayList<>();
        for (Hunk hunk : hunks) {
            if (!merged.isEmpty() && areNeighbours(before, merged.getLast(), hunk)) {
                Hunk last = merged.removeLast();
                String between = before.substring(last.end(), hunk.start());
                merged.add(new Hunk(last.start(), hunk.end(), last.replacement() + between + hunk.replacement()));
            } else {
                merged.add(hunk);
            }
        }
        return merged;
    }

    /** Returns false for two insertions or two deletions: merged, they would change an unchanged space. */
    private static boolean areNeighbours(String before, Hunk left, Hunk right) {
        String between = before.substring(left.end(), right.start());
        boolean deletes = left.start() < left.end() || right.start() < right.end();
        boolean inserts = !left.replacement().isEmpty() || !right.replacement().isEmpty();
        return between.isBlank() && between.indexOf('\n') < 0 && deletes && inserts;
    }
}
