package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Applies decisions to suggestions of one document, under its lock and on the file's current content. */
final class DocumentDecisions {

    private final DocumentStore store;
    private final ParsedDocuments parsed;
    private final String path;
    private final List<SuggestionRef> refs;
    private final Action action;

    DocumentDecisions(
            DocumentStore store, ParsedDocuments parsed, String path, List<SuggestionRef> refs, Action action) {
        this.store = store;
        this.parsed = parsed;
        this.path = path;
        this.refs = refs;
        this.action = action;
    }

    /** What a decision does to a suggestion. */
    interface Action {

        /** Returns the change for one suggestion. */
        Step apply(MarkedText text, Suggestion suggestion);

        /** Returns whether the action rejects, so that it removes a document that is only a proposal. */
        default boolean isRejection() {
            return false;
        }
    }

    /** The change for one suggestion, or the reason why there is none. */
    sealed interface Step {

        /**
         * A change that applies the decision.
         *
         * @param resolves whether the suggestion is not pending any more afterwards
         */
        record Change(RawChange change, boolean resolves) implements Step {}

        record Refused(String reason) implements Step {}
    }

    /** The report, and the effect to undo if the document changed. */
    record Result(DecisionReport report, Optional<UndoHistory.Effect> effect) {}

    /**
     * The changes to one raw text.
     *
     * @param after the new raw text; empty to leave the file as it is
     * @param removes whether to remove the document instead
     */
    private record Plan(
            DecisionReport report, List<RawChange> changes, String before, Optional<String> after, boolean removes) {

        static Plan nothing(DecisionReport report, String before) {
            return new Plan(report, List.of(), before, Optional.empty(), false);
        }
    }

    /** Applies the decisions. If the file system fails, all of them are refused with the reason. */
    Result apply() {
        try {
            return decide();
        } catch (IOException e) {
            String reason = "Cannot change the document: " + FileProblem.describe(e);
            return new Result(DecisionReport.refused(refs, reason), Optional.empty());
        }
    }

    private Result decide() throws IOException {
        if (!(store.resolve(path) instanceof Resolution.Document document)) {
            return new Result(DecisionReport.refused(refs, DecisionReport.MISSING), Optional.empty());
        }
        ChangeOutcome<Plan> outcome = store.change(document, raw -> {
            Plan plan = plan(raw);
            return new Change<>(plan.after(), plan);
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Plan>(String reason) ->
                new Result(DecisionReport.refused(refs, reason), Optional.empty());
            case ChangeOutcome.Missing<Plan> _ ->
                new Result(DecisionReport.refused(refs, DecisionReport.MISSING), Optional.empty());
            case ChangeOutcome.Decided<Plan>(Optional<String> written, Plan plan) ->
                plan.removes() ? remove(document, plan) : new Result(plan.report(), effect(plan, written));
        };
    }

    private Optional<UndoHistory.Effect> effect(Plan plan, Optional<String> written) {
        return written.map(
                after -> new UndoHistory.Effect.Changed(path, AppliedChange.of(plan.before(), plan.changes(), after)));
    }

    private Result remove(Resolution.Document document, Plan plan) throws IOException {
        return store.remove(document, plan.before())
                ? new Result(plan.report(), Optional.of(new UndoHistory.Effect.Removed(path, plan.before())))
                : new Result(DecisionReport.refused(refs, DecisionReport.CHANGED), Optional.empty());
    }

    private Plan plan(String raw) {
        ReviewedDocument document = parsed.of(path, raw);
        Map<String, Suggestion> suggestionsById = new HashMap<>();
        for (int i = 0; i < document.pending().size(); i++) {
            suggestionsById.put(
                    document.pending().get(i).ref().id(), document.marked().get(i));
        }
        List<SuggestionRef> applied = new ArrayList<>();
        List<DecisionReport.Refusal> refused = new ArrayList<>();
        List<RawChange> changes = new ArrayList<>();
        // The marks that the decisions resolve, each with the mark that stays in its place, if any.
        Map<Mark, String> resolved = new HashMap<>();
        int appliedChanges = 0;
        for (SuggestionRef ref : new HashSet<>(refs)) {
            Suggestion suggestion = suggestionsById.get(ref.id());
            if (suggestion == null) {
                refused.add(new DecisionReport.Refusal(ref, DecisionReport.CHANGED));
                continue;
            }
            switch (action.apply(document.text(), suggestion)) {
                case Step.Refused(String reason) -> refused.add(new DecisionReport.Refusal(ref, reason));
                case Step.Change(RawChange change, boolean resolves) -> {
                    changes.add(change);
                    applied.add(ref);
                    appliedChanges += suggestion.isComment() ? 0 : 1;
                    if (resolves) {
                        String staying = suggestion.isComment() ? change.text() : "";
                        suggestion.marks().forEach(mark -> resolved.put(mark, staying));
                    }
                }
            }
        }
        boolean removes = action.isRejection()
                && appliedChanges == document.text().suggestions().size()
                && document.text().isProposedDocument();
        var report = new DecisionReport(applied, refused);
        if (removes) {
            return new Plan(report, changes, raw, Optional.empty(), true);
        }
        if (changes.isEmpty()) {
            return Plan.nothing(report, raw);
        }
        String after = RawChange.apply(raw, changes);
        return disturbsOthers(document.text(), resolved, after)
                ? Plan.nothing(DecisionReport.refused(refs, DecisionReport.DISTURBS), raw)
                : new Plan(report, changes, raw, Optional.of(after), false);
    }

    /**
     * Returns whether undecided marks would disappear, or literal text would become marks. If nothing is resolved, the
     * change adds comments, so only suggestions are compared.
     */
    private boolean disturbsOthers(MarkedText text, Map<Mark, String> resolved, String after) {
        Predicate<Mark> compared = mark -> mark.isSuggestion() || !resolved.isEmpty();
        Stream<String> expected = text.marks().stream()
                .filter(compared)
                .map(mark -> resolved.getOrDefault(mark, mark.whole().in(text.raw())))
                .filter(staying -> !staying.isEmpty());
        Stream<String> found = parsed.of(path, after).text().marks().stream()
                .filter(compared)
                .map(mark -> mark.whole().in(after));
        return !expected.toList().equals(found.toList());
    }
}
