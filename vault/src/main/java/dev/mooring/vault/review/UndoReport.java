package dev.mooring.vault.review;

import java.util.List;

/**
 * What became of an undo.
 *
 * @param what the decision that it took back, such as "accepted 3 suggestions"
 * @param restored the documents in which it was taken back
 * @param unmet the documents that changed since so that it could not be, and were left as they are
 */
public record UndoReport(String what, List<String> restored, List<String> unmet) {

    public UndoReport {
        restored = List.copyOf(restored);
        unmet = List.copyOf(unmet);
    }
}
