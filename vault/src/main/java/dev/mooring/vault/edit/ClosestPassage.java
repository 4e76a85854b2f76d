package dev.mooring.vault.edit;

import dev.mooring.vault.text.LineNumbers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the lines that somebody most likely meant: those that share most of their letter triples with the longest line
 * that was asked for.
 */
final class ClosestPassage {

    private static final double ENOUGH = 0.4;
    private static final int MOST_LINES = 12;

    private ClosestPassage() {}

    static Optional<EditOutcome.Passage> find(String text, String wanted) {
        List<String> wantedLines = Arrays.asList(wanted.split("\n", -1));
        int anchor = longest(wantedLines);
        Set<Integer> triples = triples(wantedLines.get(anchor));
        if (triples.isEmpty()) {
            return Optional.empty();
        }
        var lines = new LineNumbers(text);
        int best = 0;
        double bestScore = 0;
        for (int line = 1; line <= lines.count(); line++) {
            double score = score(triples, triples(lines.line(line)));
            if (score > bestScore) {
                bestScore = score;
                best = line;
            }
        }
        if (bestScore < ENOUGH) {
            return Optional.empty();
        }
        int first = Math.max(1, best - Math.min(anchor, MOST_LINES / 2));
        int last = Math.min(lines.count(), first + Math.min(wantedLines.size(), MOST_LINES) - 1);
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

    /** How much of what was wanted is there; among equals, the line with the least besides. */
    private static double score(Set<Integer> wanted, Set<Integer> there) {
        long shared = wanted.stream().filter(there::contains).count();
        return (double) shared / wanted.size() - 0.001 * there.size() / (there.size() + 1_000.0);
    }

    private static Set<Integer> triples(String line) {
        String folded = line.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
        Set<Integer> triples = new HashSet<>();
        for (int i = 0; i + 3 <= folded.length(); i++) {
            triples.add((folded.charAt(i) * 31 + folded.charAt(i + 1)) * 31 + folded.charAt(i + 2));
        }
        if (triples.isEmpty() && !folded.isEmpty()) {
            triples.add(folded.hashCode());
        }
        return triples;
    }
}
