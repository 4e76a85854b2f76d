package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import dev.mooring.vault.files.FileProblem;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies decisions to suggestions of one document, under its lock and on the file's current content. */
final class DocumentDecisions {

    private final DocumentStore store;
    private final ParsedDocuments parsed;
    private final String path;
    private final List<SuggestionRef> refs;
    private final Step.Action action;

    DocumentDecisions(
            DocumentStore store, ParsedDocuments parsed, String path, List<SuggestionRef> refs, Step.Action action) {
        this.store = store;
        this.parsed = parsed;
        this.path = path;
        this.refs = refs;
        this.action = action;
    }

    /**
     * The result of the decisions.
     *
     * @param effect the effect that an undo reverts; empty if the document did not change
     * @param move the move to make afterwards
     * @param log the entries for the log of decisions, by suggestion
     */
    record Result(
            DecisionReport report,
            Optional<UndoHistory.Effect> effect,
            Optional<PendingMove> move,
            Map<SuggestionRef, DecisionLog.Entry> log) {

        static Result refused(DecisionReport report) {
            return new Result(report, Optional.empty(), Optional.empty(), Map.of());
        }
    }

    /**
     * The changes to one raw text.
     *
     * @param after the new raw text; empty to leave the file as it is
     * @param removesDocument whether to remove the document instead
     */
    private record Plan(
            DecisionReport report,
            List<RawChange> changes,
            String before,
            Optional<String> after,
            boolean removesDocument,
            Optional<PendingMove> move,
            Map<SuggestionRef, DecisionLog.Entry> log) {

        static Plan nothing(DecisionReport report, String before) {
            return new Plan(report, List.of(), before, Optional.empty(), false, Optional.empty(), Map.of());
        }
    }

    /** Applies the decisions. If the file system fails, all of them are refused with the reason. */
    Result apply() {
        try {
            return decide();
        } catch (IOException e) {
            String reason = "Cannot change the document: " + FileProblem.describe(e);
            return Result.refused(DecisionReport.refused(refs, reason));
        }
    }

    private Result decide() throws IOException {
        if (!(store.resolve(path) instanceof Resolution.Document document)) {
            return Result.refused(DecisionReport.refused(refs, DecisionReport.MISSING));
        }
        ChangeOutcome<Plan> outcome = store.change(document, raw -> {
            Plan plan = plan(raw);
            return new Change<>(plan.after(), plan);
        });
        return switch (outcome) {
            case ChangeOutcome.Failed<Plan>(String reason) -> Result.refused(DecisionReport.refused(refs, reason));
            case ChangeOutcome.Missing<Plan> _ -> Result.refused(DecisionReport.refused(refs, DecisionReport.MISSING));
            case ChangeOutcome.Decided<Plan>(Optional<String> written, Plan plan) ->
                plan.removesDocument()
                        ? remove(document, plan)
                        : new Result(plan.report(), effect(plan, written), plan.move(), plan.log());
        };
    }

    private Optional<UndoHistory.Effect> effect(Plan plan, Optional<String> written) {
        return written.map(
                after -> new UndoHistory.Effect.Changed(path, AppliedChange.of(plan.before(), plan.changes(), after)));
    }

    /**
     * Removes the document and keeps a copy. A rejected document may contain words and properties that a person wrote into the
     * proposal.
     */
    private Result remove(Resolution.Document document, Plan plan) throws IOException {
        Path copy = store.files().keepDeleted(document, plan.before(), Instant.now());
        return store.remove(document, plan.before())
                ? new Result(
                        plan.report(),
                        Optional.of(new UndoHistory.Effect.Removed(path, plan.before(), copy)),
                        Optional.empty(),
                        plan.log())
                : Result.refused(DecisionReport.refused(refs, DecisionReport.CHANGED));
    }

    private Plan plan(String raw) {
        ReviewedDocument document = parsed.of(path, raw);
        var steps = new DecisionSteps(document.text());
        Map<SuggestionRef, DecisionLog.Entry> log = new HashMap<>();
        for (SuggestionRef ref : new LinkedHashSet<>(refs)) {
            Suggestion suggestion = document.byId().get(ref.id());
            if (suggestion == null) {
                steps.refuse(ref, DecisionReport.CHANGED);
            } else {
                steps.add(ref, action.apply(document.text(), suggestion));
                logEntry(suggestion).ifPresent(entry -> log.put(ref, entry));
            }
        }
        boolean rejectsDocument = action.isRejection()
                && document.text().marks().stream()
                        .filter(Mark::isChange)
                        .allMatch(mark -> steps.decides(mark) || isForWholeDocument(mark))
                && document.text().isProposedDocument();
        if (steps.removesDocument() || rejectsDocument) {
            return new Plan(steps.report(), List.of(), raw, Optional.empty(), true, Optional.empty(), log);
        }
        List<RawChange> changes = steps.changes();
        if (changes.isEmpty()) {
            return new Plan(steps.report(), List.of(), raw, Optional.empty(), false, steps.move(), log);
        }
        String after = RawChange.apply(raw, changes);
        return disturbsOthers(steps, after)
                ? Plan.nothing(DecisionReport.refused(refs, DecisionReport.DISTURBS), raw)
                : new Plan(steps.report(), changes, raw, Optional.of(after), false, steps.move(), log);
    }

    /** Returns whether a mark proposes to move or to delete the document, which means nothing without the document. */
    static boolean isForWholeDocument(Mark mark) {
        return mark.proposal() instanceof Proposal.Move || mark.proposal() instanceof Proposal.Delete;
    }

    private Optional<DecisionLog.Entry> logEntry(Suggestion suggestion) {
        String group = suggestion.marks().getFirst().group();
        return group == null || suggestion.isComment() ? Optional.empty() : action.logEntry(group);
    }

    /** Returns whether undecided marks would disappear, or literal text would become marks. */
    private boolean disturbsOthers(DecisionSteps steps, String after) {
        MarkedText result = parsed.of(path, after).text();
        List<String> found =
                result.marks().stream().map(mark -> mark.whole().in(after)).toList();
        return !steps.expectedMarks().equals(found);
    }
}
