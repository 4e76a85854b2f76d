package dev.mooring.vault.search;

import java.util.ArrayList;
import java.util.List;

/** Finds the lines of one text that a pattern matches. */
public final class Grep {

    private Grep() {}

    /** Numbers from 1 of the lines with a match, ascending, at most so many. */
    public static List<Integer> matchingLines(SearchPattern pattern, String text, boolean multiline, int limit) {
        return multiline ? acrossLines(pattern, text, limit) : lineByLine(pattern, text, limit);
    }

    private static List<Integer> lineByLine(SearchPattern pattern, String text, int limit) {
        SearchPattern.LineMatcher matcher = pattern.on(text);
        List<Integer> found = new ArrayList<>();
        int line = 1;
        int counted = 0;
        int start = matcher.candidate(0);
        while (start >= 0 && start < text.length() && found.size() < limit) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            if (matcher.matches(start, end)) {
                line += lineEnds(text, counted, start);
                counted = start;
                found.add(line);
            }
            start = newline < 0 ? -1 : matcher.candidate(end + 1);
        }
        return found;
    }

    private static List<Integer> acrossLines(SearchPattern pattern, String text, int limit) {
        List<Integer> found = new ArrayList<>();
        int line = 1;
        int counted = 0;
        int from = 0;
        while (from <= text.length() && found.size() < limit) {
            int[] span = pattern.nextSpan(text, from);
            if (span.length == 0 || (span[0] >= text.length() && !found.isEmpty())) {
                break;
            }
            line += lineEnds(text, counted, span[0]);
            counted = span[0];
            int last = line + lineEnds(text, span[0], Math.max(span[0], span[1] - 1));
            for (int matched = line; matched <= last && found.size() < limit; matched++) {
                if (found.isEmpty() || found.getLast() < matched) {
                    found.add(matched);
                }
            }
            from = Math.max(span[1], span[0] + 1);
        }
        return text.isEmpty() ? List.of() : found;
    }

    private static int lineEnds(String text, int from, int to) {
        int count = 0;
        int at = from < to ? text.indexOf('\n', from, to) : -1;
        while (at >= 0) {
            count++;
            at = at + 1 < to ? text.indexOf('\n', at + 1, to) : -1;
        }
        return count;
    }
}
