package dev.mooring.vault.review;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The outcome of an undo.
 *
 * @param decision the decision that was undone, such as "accepted 3 suggestions"
 * @param restored the documents in which it was undone
 * @param conflicts the documents that have changed since, so that the decision stands in them
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record UndoReport(String decision, List<String> restored, List<String> conflicts) {

    /** Copies the lists. */
    public UndoReport {
        restored = List.copyOf(restored);
        conflicts = List.copyOf(conflicts);
    }
}
