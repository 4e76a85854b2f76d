package dev.mooring.vault.review;

import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The outcome of decisions. Each decision was either applied or refused.
 *
 * @param applied the suggestions whose decision was applied
 * @param refused the suggestions that are unchanged
 * @param moved the documents that have another path now
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record DecisionReport(List<SuggestionRef> applied, List<Refusal> refused, List<Moved> moved) {

    static final String CHANGED = "The suggestion has changed or was decided in the meantime.";
    static final String DISTURBS =
            "The decision would change the meaning of other marks in the document, for example because code around them "
                    + "disappears. Decide on those first, or change the file in an editor.";
    static final String MISSING = "The document does not exist any more.";

    /** Copies the lists. */
    public DecisionReport {
        applied = List.copyOf(applied);
        refused = List.copyOf(refused);
        moved = List.copyOf(moved);
    }

    DecisionReport(List<SuggestionRef> applied, List<Refusal> refused) {
        this(applied, refused, List.of());
    }

    /**
     * A document that has moved.
     *
     * @param rewritten the other documents whose links were rewritten
     */
    public record Moved(String from, String to, List<String> rewritten) {

        /** Copies the list. */
        public Moved {
            rewritten = List.copyOf(rewritten);
        }
    }

    /**
     * A decision that was not applied.
     *
     * @param reason a sentence for the reviewer
     */
    public record Refusal(SuggestionRef ref, String reason) {}

    static DecisionReport refused(List<SuggestionRef> refs, String reason) {
        return new DecisionReport(
                List.of(), refs.stream().map(ref -> new Refusal(ref, reason)).toList());
    }

    DecisionReport plus(DecisionReport other) {
        List<SuggestionRef> allApplied = new ArrayList<>(applied);
        allApplied.addAll(other.applied);
        List<Refusal> allRefused = new ArrayList<>(refused);
        allRefused.addAll(other.refused);
        List<Moved> allMoved = new ArrayList<>(moved);
        allMoved.addAll(other.moved);
        return new DecisionReport(allApplied, allRefused, allMoved);
    }
}
