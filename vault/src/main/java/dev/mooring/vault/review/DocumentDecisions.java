package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Carries out decisions on suggestions of one document, under its lock and on the file as it is at that moment. */
final class DocumentDecisions {

    private final DocumentStore store;
    private final ParsedDocuments parsed;
    private final String path;
    private final List<SuggestionRef> refs;
    private final Way way;

    DocumentDecisions(DocumentStore store, ParsedDocuments parsed, String path, List<SuggestionRef> refs, Way way) {
        this.store = store;
        this.parsed = parsed;
        this.path = path;
        this.refs = refs;
        this.way = way;
    }

    /** What a decision means for one suggestion. */
    interface Way {

        Step on(MarkedText text, Suggestion suggestion);

        /** Whether it does away with a whole document that was only proposed. */
        default boolean refusesDocument() {
            return false;
        }
    }

    /** The change to make, or why none can be. */
    sealed interface Step {

        /**
         * A change that carries the decision out.
         *
         * @param settles whether the suggestion no longer waits afterwards
         */
        record Change(RawChange change, boolean settles) implements Step {}

        record Refused(String reason) implements Step {}
    }

    /** What was done, and what is left to take back. */
    record Result(DecisionReport report, Optional<UndoHistory.Trace> trace) {}

    /**
     * What shall be done.
     *
     * @param after what to write, if anything
     */
    private record Plan(
            DecisionReport report, List<RawChange> changes, String before, Optional<String> after, boolean removes) {

        static Plan nothing(DecisionReport report, String before) {
            return new Plan(report, List.of(), before, Optional.empty(), false);
        }
    }

    Result carryOut() throws IOException {
        if (!(store.resolve(path) instanceof Resolution.Document document)) {
            return new Result(DecisionReport.unmet(refs, DecisionReport.GONE), Optional.empty());
        }
        ChangeOutcome<Plan> outcome = store.change(document, raw -> {
            Plan plan = plan(raw);
            return new Change<>(plan.after(), plan);
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Plan>(String reason) ->
                new Result(DecisionReport.unmet(refs, reason), Optional.empty());
            case ChangeOutcome.Missing<Plan> _ ->
                new Result(DecisionReport.unmet(refs, DecisionReport.GONE), Optional.empty());
            case ChangeOutcome.Decided<Plan>(Optional<String> written, Plan plan) ->
                plan.removes() ? remove(document, plan) : new Result(plan.report(), trace(plan, written));
        };
    }

    private Optional<UndoHistory.Trace> trace(Plan plan, Optional<String> written) {
        return written.map(
                after -> new UndoHistory.Trace.Changed(path, AppliedChange.of(plan.before(), plan.changes(), after)));
    }

    private Result remove(Resolution.Document document, Plan plan) throws IOException {
        return store.remove(document, plan.before())
                ? new Result(plan.report(), Optional.of(new UndoHistory.Trace.Removed(path, plan.before())))
                : new Result(DecisionReport.unmet(refs, DecisionReport.CHANGED), Optional.empty());
    }

    private Plan plan(String raw) {
        ReviewedDocument document = parsed.of(path, raw);
        Map<String, Suggestion> known = new HashMap<>();
        for (int i = 0; i < document.pending().size(); i++) {
            known.put(document.pending().get(i).ref().id(), document.marked().get(i));
        }
        List<SuggestionRef> done = new ArrayList<>();
        List<DecisionReport.Unmet> unmet = new ArrayList<>();
        List<RawChange> changes = new ArrayList<>();
        Set<Mark> settled = new HashSet<>();
        for (SuggestionRef ref : new HashSet<>(refs)) {
            Suggestion suggestion = known.get(ref.id());
            if (suggestion == null) {
                unmet.add(new DecisionReport.Unmet(ref, DecisionReport.CHANGED));
                continue;
            }
            switch (way.on(document.text(), suggestion)) {
                case Step.Refused(String reason) -> unmet.add(new DecisionReport.Unmet(ref, reason));
                case Step.Change(RawChange change, boolean settles) -> {
                    changes.add(change);
                    done.add(ref);
                    if (settles) {
                        settled.addAll(suggestion.marks());
                    }
                }
            }
        }
        boolean removes = way.refusesDocument()
                && done.size() == document.marked().size()
                && document.text().isProposedDocument();
        var report = new DecisionReport(done, unmet);
        if (removes) {
            return new Plan(report, changes, raw, Optional.empty(), true);
        }
        if (changes.isEmpty()) {
            return Plan.nothing(report, raw);
        }
        String after = RawChange.apply(raw, changes);
        return disturbsOthers(document.text(), settled, after)
                ? Plan.nothing(DecisionReport.unmet(refs, DecisionReport.DISTURBS), raw)
                : new Plan(report, changes, raw, Optional.of(after), false);
    }

    /** Whether marks that nobody decided on would vanish, or new ones come to light. */
    private boolean disturbsOthers(MarkedText text, Set<Mark> settled, String after) {
        return !waiting(text, settled).equals(waiting(parsed.of(path, after).text(), Set.of()));
    }

    private static List<String> waiting(MarkedText text, Set<Mark> settled) {
        return text.marks().stream()
                .filter(mark -> mark.isSuggestion() && !settled.contains(mark))
                .map(mark -> mark.whole().in(text.raw()))
                .toList();
    }
}
