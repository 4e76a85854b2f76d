package dev.mooring.vault.search;

import dev.mooring.vault.search.automaton.AutomatonSearch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search for the matching lines of texts. For one thread. */
public final class Grep {

    private final SearchPattern pattern;
    private final @Nullable AutomatonSearch automaton;
    private final TimeLimit.Deadline deadline;

    Grep(SearchPattern pattern, @Nullable AutomatonSearch automaton, TimeLimit.Deadline deadline) {
        this.pattern = pattern;
        this.automaton = automaton;
        this.deadline = deadline;
    }

    /**
     * Returns the numbers of the lines with a match, ascending and counted from 1.
     *
     * @param limit the maximum number of lines to return
     */
    public List<Integer> matchingLines(Utf8Text text, int limit) {
        if (text.isEmpty()) {
            return List.of();
        }
        if (automaton == null) {
            return pattern.isAcrossLines() ? spannedLines(text.string(), limit) : linesByRe2(text.string(), limit);
        }
        if (!pattern.isAcrossLines()) {
            return linesByAutomaton(automaton, text, limit);
        }
        // The automaton knows that there is a match, but not where it begins and ends.
        boolean any = automaton.firstMatch(text.bytes(), text.start(), text.end()) >= 0;
        return any ? spannedLines(text.string(), limit) : List.of();
    }

    private static List<Integer> linesByAutomaton(AutomatonSearch automaton, Utf8Text text, int limit) {
        byte[] bytes = text.bytes();
        // A final line ending does not begin another line.
        int end = bytes[text.end() - 1] == '\n' ? text.end() - 1 : text.end();
        List<Integer> found = new ArrayList<>();
        int line = 1;
        int at = text.start();
        while (at <= end && found.size() < limit) {
            int match = automaton.firstMatch(bytes, at, end);
            if (match < 0) {
                break;
            }
            while (at < match) {
                line += bytes[at++] == '\n' ? 1 : 0;
            }
            found.add(line++);
            while (at < end && bytes[at] != '\n') {
                at++;
            }
            at++;
        }
        return found;
    }

    private List<Integer> linesByRe2(String text, int limit) {
        List<Integer> found = new ArrayList<>();
        int line = 1;
        for (int start = 0; start < text.length() && found.size() < limit; line++) {
            deadline.check();
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            var checked = new DeadlineCheckedText(text.substring(start, end), deadline);
            if (pattern.re2().matcher(checked).find()) {
                found.add(line);
            }
            start = end + 1;
        }
        return found;
    }

    private List<Integer> spannedLines(String text, int limit) {
        List<Integer> found = new ArrayList<>();
        var matcher = pattern.re2().matcher(new DeadlineCheckedText(text, deadline));
        int line = 1;
        int counted = 0;
        int from = 0;
        while (from <= text.length() && found.size() < limit && matcher.find(from)) {
            int start = matcher.start();
            int end = matcher.end();
            if (start >= text.length() && !found.isEmpty()) {
                break;
            }
            line += countLineEndings(text, counted, start);
            counted = start;
            int last = line + countLineEndings(text, start, Math.max(start, end - 1));
            for (int matched = line; matched <= last && found.size() < limit; matched++) {
                if (found.isEmpty() || found.getLast() < matched) {
                    found.add(matched);
                }
            }
            from = Math.max(end, start + 1);
        }
        return found;
    }

    private static int countLineEndings(String text, int from, int to) {
        int count = 0;
        int at = from < to ? text.indexOf('\n', from, to) : -1;
        while (at >= 0) {
            count++;
            at = at + 1 < to ? text.indexOf('\n', at + 1, to) : -1;
        }
        return count;
    }
}
