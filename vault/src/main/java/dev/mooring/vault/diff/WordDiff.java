package dev.mooring.vault.diff;

import dev.mooring.vault.text.Graphemes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What changed between two texts with LF line ends, in whole words. */
public final class WordDiff {

    private WordDiff() {}

    /** Changed words with only spaces between them make one hunk; unchanged words belong to none. */
    public static List<Hunk> between(String before, String after) {
        return merged(before, diff(before, after, Words::boundaries));
    }

    /** As fine as graphemes, for where whole words would not do. */
    public static List<Hunk> betweenGraphemes(String before, String after) {
        return diff(before, after, Graphemes::boundaries);
    }

    private static List<Hunk> diff(String before, String after, Function<String, int[]> cutter) {
        int[] oldCuts = cutter.apply(before);
        int[] newCuts = cutter.apply(after);
        Map<String, Integer> numbers = new HashMap<>();
        int[] a = numbered(before, oldCuts, numbers);
        int[] b = numbered(after, newCuts, numbers);
        var everything = List.of(new ShortestEdit.Change(0, a.length, 0, b.length));
        return ShortestEdit.between(a, b).orElse(everything).stream()
                .map(change -> new Hunk(
                        oldCuts[change.oldStart()],
                        oldCuts[change.oldEnd()],
                        after.substring(newCuts[change.newStart()], newCuts[change.newEnd()])))
                .toList();
    }

    private static int[] numbered(String text, int[] cuts, Map<String, Integer> numbers) {
        int[] tokens = new int[cuts.length - 1];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = numbers.computeIfAbsent(text.substring(cuts[i], cuts[i + 1]), _ -> numbers.size());
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

    /** Two insertions, or two deletions, stay two: together they would touch a space that did not change. */
    private static boolean areNeighbours(String before, Hunk left, Hunk right) {
        String between = before.substring(left.end(), right.start());
        boolean deletes = left.start() < left.end() || right.start() < right.end();
        boolean inserts = !left.replacement().isEmpty() || !right.replacement().isEmpty();
        return between.isBlank() && between.indexOf('\n') < 0 && deletes && inserts;
    }
}
