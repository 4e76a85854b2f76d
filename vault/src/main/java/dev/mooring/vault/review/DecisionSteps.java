package dev.mooring.vault.review;

import dev.mooring.vault.critic.FrontMatterChange;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.edit.RawChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the steps of a decision on several suggestions of one text. A step that overlaps an earlier one is refused. */
final class DecisionSteps {

    private final MarkedText text;
    private final List<SuggestionRef> applied = new ArrayList<>();
    private final List<DecisionReport.Refusal> refused = new ArrayList<>();
    private final List<MarkChange> changes = new ArrayList<>();
    private final Set<Mark> changed = new HashSet<>();
    private final Set<Mark> decided = new HashSet<>();
    private FrontMatterChange frontMatter;
    private boolean removesDocument;
    private @Nullable PendingMove move;

    DecisionSteps(MarkedText text) {
        this.text = text;
        this.frontMatter = FrontMatterChange.of(text);
    }

    void refuse(SuggestionRef ref, String reason) {
        refused.add(new DecisionReport.Refusal(ref, reason));
    }

    void add(SuggestionRef ref, Step step) {
        switch (step) {
            case Step.Refused(String reason) -> refuse(ref, reason);
            case Step.RemoveDocument() -> {
                removesDocument = true;
                applied.add(ref);
            }
            case Step.MoveDocument _
            when move != null ->
                refuse(ref, "The document can move to one place only. Accept one move, and reject the others.");
            case Step.MoveDocument(Mark mark, String to, Step.Change others) -> {
                if (add(ref, others)) {
                    applied.remove(ref);
                    move = new PendingMove(ref, to, mark.whole().in(text.raw()));
                }
            }
            case Step.Change change -> add(ref, change);
        }
    }

    /** Returns false if the step was refused. */
    private boolean add(SuggestionRef ref, Step.Change step) {
        Set<Mark> touched = new HashSet<>();
        step.changes().forEach(it -> touched.addAll(text.marksWithin(it.change().range())));
        if (touched.stream().anyMatch(changed::contains)) {
            refuse(ref, DecisionReport.CHANGED);
            return false;
        }
        FrontMatterChange updated = frontMatter;
        for (var property : step.accepted()) {
            switch (updated.with(property)) {
                case FrontMatterChange.Refused(String reason) -> {
                    refuse(ref, reason);
                    return false;
                }
                case FrontMatterChange.Written(FrontMatterChange next) -> updated = next;
            }
        }
        frontMatter = updated;
        applied.add(ref);
        changes.addAll(step.changes());
        changed.addAll(touched);
        decided.addAll(step.decided());
        return true;
    }

    DecisionReport report() {
        return new DecisionReport(applied, refused);
    }

    /** Returns the move to make after the changes of the text. */
    Optional<PendingMove> move() {
        return Optional.ofNullable(move);
    }

    boolean removesDocument() {
        return removesDocument;
    }

    /** Returns whether a mark is not pending any more after the steps. */
    boolean decides(Mark mark) {
        return decided.contains(mark);
    }

    /** Returns the changes of the raw text. */
    List<RawChange> changes() {
        Stream<RawChange> changedMatter = frontMatter.isChanged()
                ? Stream.of(new RawChange(frontMatter.range(), frontMatter.block()))
                : Stream.empty();
        return Stream.concat(changedMatter, changes.stream().map(MarkChange::change))
                .toList();
    }

    /** Returns the marks that the text must have after the steps, in their order. */
    List<String> expectedMarks() {
        record Expected(int position, List<String> marks) {}
        List<Expected> expected = new ArrayList<>();
        changes.forEach(it -> expected.add(new Expected(it.change().range().start(), it.marks())));
        for (Mark mark : text.marks()) {
            if (!changed.contains(mark)) {
                expected.add(
                        new Expected(mark.whole().start(), List.of(mark.whole().in(text.raw()))));
            }
        }
        return expected.stream()
                .sorted(Comparator.comparingInt(Expected::position))
                .flatMap(it -> it.marks().stream())
                .toList();
    }
}
