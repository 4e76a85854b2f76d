package dev.mooring.vault.review;

import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.moves.Move;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last decisions of each reviewer, newest first. Thread-safe. */
final class UndoHistory {

    private static final int MAX_DECISIONS = 100;
    private static final int MAX_REVIEWERS = 1_000;

    /** Decisions by reviewer key, in access order. Guarded by itself. */
    private final Map<String, Deque<Entry>> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<UndoHistory.Entry>> eldest) {
            return size() > MAX_REVIEWERS;
        }
    };

    /**
     * One decision.
     *
     * @param decision a description, such as "accepted 3 suggestions"
     * @param effects its effects on documents, in the order in which an undo reverts them
     * @param logged its entries in the log of decisions
     */
    record Entry(String decision, List<Effect> effects, List<DecisionLog.Entry> logged) {}

    /** The effect of a decision on one document. */
    sealed interface Effect {

        String path();

        record Changed(String path, AppliedChange change) implements Effect {}

        /** A document that has moved. */
        record Moved(Move move) implements Effect {

            @Override
            public String path() {
                return move.from();
            }
        }

        /**
         * A document that was removed: a proposed one that was rejected, or one whose deletion was accepted.
         *
         * @param copy the name of the copy that was kept
         */
        record Removed(String path, String raw, Path copy) implements Effect {}
    }

    void push(Reviewer reviewer, Entry entry) {
        synchronized (entries) {
            Deque<Entry> own = entries.computeIfAbsent(reviewer.key(), _ -> new ArrayDeque<>());
            own.push(entry);
            if (own.size() > MAX_DECISIONS) {
                own.removeLast();
            }
        }
    }

    Optional<Entry> pop(Reviewer reviewer) {
        synchronized (entries) {
            Deque<Entry> own = entries.get(reviewer.key());
            return own == null ? Optional.empty() : Optional.ofNullable(own.poll());
        }
    }

    int size(Reviewer reviewer) {
        synchronized (entries) {
            Deque<Entry> own = entries.get(reviewer.key());
            return own == null ? 0 : own.size();
        }
    }
}
