package dev.mooring.vault.edit;

import dev.mooring.vault.text.LineNumbers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds the lines that a caller most likely meant: those that share most trigrams with the longest line searched for. */
final class ClosestPassage {

    private static final double MIN_SCORE = 0.4;
    private static final int MAX_LINES = 12;

    private ClosestPassage() {}

    /** Returns the passage of the text that is closest to the searched text; empty if none is close enough. */
    static Optional<EditOutcome.Passage> find(String text, String searched) {
        List<String> searchedLines = Arrays.asList(searched.split("\n", -1));
        int anchor = longest(searchedLines);
        Set<Integer> trigrams = trigrams(searchedLines.get(anchor));
        if (trigrams.isEmpty()) {
            return Optional.empty();
        }
        var lines = new LineNumbers(text);
        int best = 0;
        double bestScore = 0;
        for (int line = 1; line <= lines.count(); line++) {
            double score = score(trigrams, trigrams(lines.line(line)));
            if (score > bestScore) {
                bestScore = score;
                best = line;
            }
        }
        if (bestScore < MIN_SCORE) {
            return Optional.empty();
        }
        int first = Math.max(1, best - Math.min(anchor, MAX_LINES / 2));
        int last = Math.min(lines.count(), first + Math.min(searchedLines.size(), MAX_LINES) - 1);
        return Optional.of(
                new EditOutcome.Passage(first, text.substring(lines.start(first), lines.end(Math.max(last, best)))));
    }

    private static int longest(List<String> lines) {
        int longest = 0;
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).strip().length() > lines.get(longest).strip().length()) {
                longest = i;
            }
        }
        return longest;
    }

    /** Returns the share of the searched trigrams that a line contains, minus a small penalty for the length of the line. */
    private static double score(Set<Integer> searched, Set<Integer> line) {
        long shared = searched.stream().filter(line::contains).count();
        return (double) shared / searched.size() - 0.001 * line.size() / (line.size() + 1_000.0);
    }

    private static Set<Integer> trigrams(String line) {
        String folded = line.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
        Set<Integer> trigrams = new HashSet<>();
        for (int i = 0; i + 3 <= folded.length(); i++) {
            trigrams.add((folded.charAt(i) * 31 + folded.charAt(i + 1)) * 31 + folded.charAt(i + 2));
        }
        if (trigrams.isEmpty() && !folded.isEmpty()) {
            trigrams.add(folded.hashCode());
        }
        return trigrams;
    }
}
