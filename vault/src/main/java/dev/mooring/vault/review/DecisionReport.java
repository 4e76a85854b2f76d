package dev.mooring.vault.review;

import java.util.ArrayList;
import java.util.List;

/** What became of decisions: each was carried out, or nothing was done about it for the reason given. */
public record DecisionReport(List<SuggestionRef> done, List<Unmet> unmet) {

    static final String CHANGED = "It has changed or was decided in the meantime.";
    static final String DISTURBS =
            "Other marks in the document would come to mean something else, as when the code around them goes away. "
                    + "Decide on those first, or change the file in an editor.";
    static final String GONE = "The document is no longer there.";

    public DecisionReport {
        done = List.copyOf(done);
        unmet = List.copyOf(unmet);
    }

    /** A decision that was not carried out. */
    public record Unmet(SuggestionRef ref, String reason) {}

    static DecisionReport unmet(List<SuggestionRef> refs, String reason) {
        return new DecisionReport(
                List.of(), refs.stream().map(ref -> new Unmet(ref, reason)).toList());
    }

    DecisionReport and(DecisionReport other) {
        List<SuggestionRef> allDone = new ArrayList<>(done);
        allDone.addAll(other.done);
        List<Unmet> allUnmet = new ArrayList<>(unmet);
        allUnmet.addAll(other.unmet);
        return new DecisionReport(allDone, allUnmet);
    }
}
