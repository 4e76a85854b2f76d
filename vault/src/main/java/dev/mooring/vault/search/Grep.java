package dev.mooring.vault.search;

import dev.mooring.vault.search.automaton.AutomatonSearch;
import dev.mooring.vault.search.automaton.ByteAutomaton;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A search for the matching lines of texts, one after the other. It runs in slices, so that searches can take turns. For
 * one thread at a time.
 */
public final class Grep {

    /** The steps of a slice, which take some milliseconds. */
    private static final int STEPS_PER_SLICE = 500_000;

    private final SearchPattern pattern;
    private final @Nullable AutomatonSearch automaton;
    private final SearchLimits.Budget budget;
    private int stepsOfSlice;

    /** The current text, if the search has paused in it: the matching lines so far, the current line and its start. */
    private List<Integer> found = new ArrayList<>();

    private int line;
    private int at = -1;

    Grep(SearchPattern pattern, Optional<ByteAutomaton> automaton, SearchLimits.Budget budget) {
        this.pattern = pattern;
        this.automaton = automaton.map(it -> it.search(this::addSteps)).orElse(null);
        this.budget = budget;
    }

    /** Returns true at the end of a slice. */
    private boolean addSteps(int steps) {
        budget.spend(steps);
        stepsOfSlice += steps;
        return stepsOfSlice >= STEPS_PER_SLICE;
    }

    /**
     * Returns the numbers of the lines with a match, ascending and counted from 1. Returns empty at the end of a slice:
     * the next call, which must have the same arguments, continues.
     *
     * @param limit the maximum number of lines to return
     */
    public Optional<List<Integer>> matchingLines(Utf8Text text, int limit) {
        if (text.isEmpty()) {
            return Optional.of(List.of());
        }
        stepsOfSlice = 0;
        if (at < 0) {
            found = new ArrayList<>();
            line = 1;
            at = text.start();
        }
        boolean isComplete = pattern.isAcrossLines() ? findAcrossLines(text, limit) : findInLines(text, limit);
        if (!isComplete) {
            return Optional.empty();
        }
        at = -1;
        return Optional.of(found);
    }

    private boolean findAcrossLines(Utf8Text text, int limit) {
        // The automaton knows that there is a match, but not where it begins and ends.
        int match = automaton == null ? 0 : automaton.firstMatch(text.bytes(), text.start(), text.end());
        if (match >= 0) {
            found = spannedLines(text.string(), limit);
        }
        return match != AutomatonSearch.PAUSED;
    }

    private boolean findInLines(Utf8Text text, int limit) {
        byte[] bytes = text.bytes();
        // A final line ending does not begin another line.
        int end = bytes[text.end() - 1] == '\n' ? text.end() - 1 : text.end();
        return automaton == null ? findByRe2(bytes, end, limit) : findByAutomaton(automaton, bytes, end, limit);
    }

    private boolean findByAutomaton(AutomatonSearch search, byte[] bytes, int end, int limit) {
        while (at <= end && found.size() < limit) {
            int match = search.firstMatch(bytes, at, end);
            if (match < 0) {
                return match != AutomatonSearch.PAUSED;
            }
            while (at < match) {
                line += bytes[at++] == '\n' ? 1 : 0;
            }
            found.add(line++);
            at = lineEnd(bytes, at, end) + 1;
        }
        return true;
    }

    private boolean findByRe2(byte[] bytes, int end, int limit) {
        while (at <= end && found.size() < limit) {
            int lineEnd = lineEnd(bytes, at, end);
            String text = new String(bytes, at, lineEnd - at, StandardCharsets.UTF_8);
            if (pattern.re2().matcher(new DeadlineCheckedText(text, budget)).find()) {
                found.add(line);
            }
            line++;
            at = lineEnd + 1;
            if (addSteps(pattern.re2Steps(text.length() + 1))) {
                return false;
            }
        }
        return true;
    }

    private static int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private List<Integer> spannedLines(String text, int limit) {
        List<Integer> lines = new ArrayList<>();
        var matcher = pattern.re2().matcher(new DeadlineCheckedText(text, budget));
        int current = 1;
        int counted = 0;
        int from = 0;
        while (from <= text.length() && lines.size() < limit && matcher.find(from)) {
            int start = matcher.start();
            int end = matcher.end();
            if (start >= text.length() && !lines.isEmpty()) {
                break;
            }
            current += countLineEndings(text, counted, start);
            counted = start;
            int last = current + countLineEndings(text, start, Math.max(start, end - 1));
            for (int matched = current; matched <= last && lines.size() < limit; matched++) {
                if (lines.isEmpty() || lines.getLast() < matched) {
                    lines.add(matched);
                }
            }
            from = Math.max(end, start + 1);
        }
        return lines;
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
