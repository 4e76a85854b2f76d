package dev.mooring.vault.review;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.decisions.DecisionLog;
import dev.mooring.vault.edit.CommentIds;
import dev.mooring.vault.edit.InvalidCharacters;
import dev.mooring.vault.edit.NewComment;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.edit.Signature;
import dev.mooring.vault.text.LineEndings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The actions of a reviewer on a suggestion or thread. */
final class Actions {

    private Actions() {}

    /**
     * Accepts or rejects a suggestion, and resolves the comments about it.
     *
     * @param reason why the suggestion is rejected; it stays as a resolved comment; empty for none
     */
    static Step.Action decide(Decision decision, String reason, Signature signature) {
        return new Step.Action() {
            @Override
            public Step apply(MarkedText text, Suggestion suggestion) {
                return decideOn(text, suggestion, decision, reason, signature);
            }

            @Override
            public Optional<DecisionLog.Entry> logEntry(String group) {
                boolean accepts = decision == Decision.ACCEPT;
                return Optional.of(new DecisionLog.Entry(
                        accepts ? DecisionLog.Kind.ACCEPTED : DecisionLog.Kind.REJECTED, group, reason.strip()));
            }

            @Override
            public boolean isRejection() {
                return decision == Decision.REJECT;
            }
        };
    }

    private static Step decideOn(
            MarkedText text, Suggestion suggestion, Decision decision, String reason, Signature signature) {
        boolean accepts = decision == Decision.ACCEPT;
        List<Proposal> proposals = suggestion.marks().stream()
                .map(Mark::proposal)
                .flatMap(Stream::ofNullable)
                .toList();
        if (accepts && proposals.stream().anyMatch(Proposal.Delete.class::isInstance)) {
            return new Step.RemoveDocument();
        }
        if (accepts) {
            for (Mark mark : suggestion.marks()) {
                if (mark.proposal() instanceof Proposal.Move(String to)) {
                    return moved(text, suggestion, mark, to);
                }
            }
        }
        List<MarkChange> changes = new ArrayList<>();
        if (suggestion.isComment()) {
            suggestion.marks().forEach(comment -> changes.add(decided(comment, decision, text)));
        } else {
            suggestion.adjacentMarks().forEach(marks -> changes.add(MarkChange.decided(marks, decision, text.raw())));
            suggestion.comments().forEach(comment -> changes.add(decided(comment, suggestion, decision, text)));
        }
        changes.sort(Comparator.comparingInt(it -> it.change().range().start()));
        if (!reason.isBlank()) {
            Optional<String> problem = NewComment.findProblem(reason);
            if (problem.isPresent()) {
                return new Step.Refused(problem.get());
            }
            int at = changes.getLast().change().range().end();
            changes.add(changes.removeLast()
                    .followedBy(NewComment.mark(
                            text,
                            at,
                            reason,
                            signature.inGroup(suggestion.marks().getFirst().group()))));
        }
        return new Step.Change(changes, changeMarks(suggestion), accepts ? properties(proposals) : List.of());
    }

    /** Returns the move, and the other changes of the suggestion. The mark stays until the document has moved. */
    private static Step moved(MarkedText text, Suggestion suggestion, Mark move, String to) {
        List<Mark> others = new ArrayList<>(suggestion.marks());
        others.remove(move);
        if (others.stream().anyMatch(mark -> mark.proposal() instanceof Proposal.Move)) {
            return new Step.Refused("The suggestion moves the document to several places. Reject it.");
        }
        List<MarkChange> changes = new ArrayList<>();
        others.forEach(mark -> changes.add(MarkChange.decided(List.of(mark), Decision.ACCEPT, text.raw())));
        suggestion.comments().forEach(comment -> changes.add(decided(comment, Decision.ACCEPT, text)));
        changes.sort(Comparator.comparingInt(it -> it.change().range().start()));
        List<Proposal> proposals =
                others.stream().map(Mark::proposal).flatMap(Stream::ofNullable).toList();
        return new Step.MoveDocument(move, to, new Step.Change(changes, Set.copyOf(others), properties(proposals)));
    }

    private static MarkChange decided(Mark comment, Decision decision, MarkedText text) {
        return MarkChange.of(comment, comment.decided(decision, text.raw()));
    }

    /**
     * Returns the change that a decision on a suggestion makes to a comment about it. A rejection removes the suggestion's
     * author's comments only: another author's comment can be a person's, who signs in another program.
     */
    private static MarkChange decided(Mark comment, Suggestion suggestion, Decision decision, MarkedText text) {
        boolean isByOther = !Objects.equals(comment.author(), suggestion.author());
        return decision == Decision.REJECT && comment.isPendingComment() && isByOther
                ? MarkChange.of(comment, comment.done(text.raw()))
                : decided(comment, decision, text);
    }

    private static Set<Mark> changeMarks(Suggestion suggestion) {
        return suggestion.marks().stream().filter(Mark::isChange).collect(Collectors.toSet());
    }

    private static List<Proposal.Property> properties(List<Proposal> proposals) {
        return proposals.stream()
                .filter(Proposal.Property.class::isInstance)
                .map(Proposal.Property.class::cast)
                .toList();
    }

    /** Accepts a suggestion with another text. */
    static Step.Action acceptAs(String newText) {
        return new Step.Action() {
            @Override
            public Step apply(MarkedText text, Suggestion suggestion) {
                return acceptedAs(newText, text, suggestion);
            }

            @Override
            public Optional<DecisionLog.Entry> logEntry(String group) {
                return Optional.of(new DecisionLog.Entry(DecisionLog.Kind.CHANGED, group, newText));
            }
        };
    }

    private static Step acceptedAs(String newText, MarkedText text, Suggestion suggestion) {
        if (MarkScanner.hasOpening(newText)) {
            return new Step.Refused("The new text cannot contain CriticMarkup delimiters such as {++. Remove them.");
        }
        Optional<String> suggested = Passage.editable(text, suggestion);
        if (suggested.isEmpty()) {
            return new Step.Refused(
                    suggestion.isComment()
                            ? "A comment cannot be accepted with another text. Reply to it, or delete it."
                            : "Other marks are in this passage. Decide on them first, or decide on the parts one by one.");
        }
        Optional<String> problem = InvalidCharacters.findProblem("The new text", newText, suggested.get());
        return problem.isPresent()
                ? new Step.Refused(problem.get())
                : replaced(text, suggestion, LineEndings.toLf(newText));
    }

    private static Step replaced(MarkedText text, Suggestion suggestion, String newText) {
        String raw = text.raw();
        String lineEnd = LineEndings.near(raw, suggestion.whole().start());
        String plain = newText.replace("\n", lineEnd);
        String written = suggestion.marks().stream()
                .filter(mark -> mark.isHighlighted() && !plain.isEmpty())
                .findFirst()
                .map(mark -> mark.inHighlight(plain))
                .orElse(plain);
        List<String> highlights = written.equals(plain) ? List.of() : List.of(written);
        var passage = new MarkChange(new RawChange(suggestion.whole(), written), highlights);
        List<MarkChange> changes = new ArrayList<>();
        Set<Mark> inside = new HashSet<>(text.marksWithin(suggestion.whole()));
        for (Mark comment : suggestion.comments()) {
            if (inside.contains(comment)) {
                passage = passage.followedBy(comment.resolved(raw));
            } else {
                changes.add(MarkChange.of(comment, comment.resolved(raw)));
            }
        }
        changes.add(passage);
        return new Step.Change(changes, changeMarks(suggestion), List.of());
    }

    /** Adds a comment at the end of the thread, and lets assistants read the comments of other assistants in it. */
    static Step.Action reply(String comment, Signature signature) {
        return (text, suggestion) -> {
            List<Mark> thread = CommentThreads.comments(suggestion);
            int end = thread.isEmpty()
                    ? suggestion.whole().end()
                    : thread.getLast().whole().end();
            return switch (NewComment.write(text, end, comment, signature)) {
                case NewComment.Refused(String reason) -> new Step.Refused(reason);
                case NewComment.Written written -> {
                    List<MarkChange> changes = new ArrayList<>();
                    thread.stream()
                            .filter(Mark::isPendingComment)
                            .forEach(mark -> changes.add(MarkChange.of(mark, mark.answered(text.raw()))));
                    changes.add(new MarkChange(written.change(), written.marks()));
                    yield Step.Change.of(changes);
                }
            };
        };
    }

    /** Resolves the open comments. */
    static Step.Action resolve() {
        return (text, suggestion) -> {
            List<MarkChange> changes = CommentThreads.comments(suggestion).stream()
                    .filter(Mark::isOpenComment)
                    .map(mark -> MarkChange.of(mark, mark.resolved(text.raw())))
                    .toList();
            return changes.isEmpty() ? new Step.Refused("There is no open comment here.") : Step.Change.of(changes);
        };
    }

    /** Deletes one comment, and the highlight that was made for it if it was the only comment of the thread. */
    static Step.Action delete(String commentId) {
        return (text, suggestion) -> {
            List<Mark> thread = CommentThreads.comments(suggestion);
            Map<Mark, String> ids = CommentIds.of(text);
            Optional<Mark> found = thread.stream()
                    .filter(mark -> commentId.equals(ids.get(mark)))
                    .findFirst();
            if (found.isEmpty()) {
                return new Step.Refused("The comment has changed or was deleted in the meantime.");
            }
            List<MarkChange> changes = new ArrayList<>();
            if (thread.size() == 1) {
                CommentThreads.highlightBefore(text, found.get())
                        .filter(highlight -> highlight.group() != null
                                && highlight.group().equals(found.get().group()))
                        .ifPresent(highlight -> changes.add(new MarkChange(
                                new RawChange(
                                        highlight.whole(), highlight.text().in(text.raw())),
                                List.of())));
            }
            changes.add(MarkChange.of(found.get(), ""));
            return Step.Change.of(changes);
        };
    }
}
