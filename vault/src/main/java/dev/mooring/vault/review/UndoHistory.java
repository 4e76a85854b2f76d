package dev.mooring.vault.review;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last decisions of each reviewer, newest first. Safe for use by many threads. */
final class UndoHistory {

    private static final int MOST_STEPS = 100;
    private static final int MOST_REVIEWERS = 1_000;

    /** Guarded by itself; the reviewer who was idle longest comes first. */
    private final Map<String, Deque<Step>> steps = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<Step>> eldest) {
            return size() > MOST_REVIEWERS;
        }
    };

    /** What one decision did, over all documents that it touched. */
    record Step(String what, List<Trace> traces) {}

    /** What a decision left behind in one document. */
    sealed interface Trace {

        String path();

        record Changed(String path, AppliedChange change) implements Trace {}

        /** A proposed document that was rejected and so removed. */
        record Removed(String path, String raw) implements Trace {}
    }

    void push(Reviewer reviewer, Step step) {
        synchronized (steps) {
            Deque<Step> own = steps.computeIfAbsent(reviewer.key(), _ -> new ArrayDeque<>());
            own.push(step);
            if (own.size() > MOST_STEPS) {
                own.removeLast();
            }
        }
    }

    Optional<Step> pop(Reviewer reviewer) {
        synchronized (steps) {
            Deque<Step> own = steps.get(reviewer.key());
            return own == null ? Optional.empty() : Optional.ofNullable(own.poll());
        }
    }

    int size(Reviewer reviewer) {
        synchronized (steps) {
            Deque<Step> own = steps.get(reviewer.key());
            return own == null ? 0 : own.size();
        }
    }
}
