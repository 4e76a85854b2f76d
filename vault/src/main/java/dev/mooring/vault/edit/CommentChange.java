package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.OneLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The effect of an edit on comments. Comments that the new text repeats stay unchanged, the author's own may be removed,
 * and comments that only the new text has are added.
 */
final class CommentChange {

    private static final int MAX_QUOTE_LENGTH = 200;

    private final MarkedText text;
    private final CommentedText before;
    private final CommentedText after;
    private final Signature signature;

    CommentChange(MarkedText text, CommentedText before, CommentedText after, Signature signature) {
        this.text = text;
        this.before = before;
        this.after = after;
        this.signature = signature;
    }

    /** Returns the comments of the document that the edit removes. */
    Set<Mark> removed(List<Integer> starts) throws EditRefused {
        Set<Mark> removed = new HashSet<>();
        for (int start : starts) {
            List<String> repeated = new ArrayList<>(
                    after.comments().stream().map(CommentedText.Comment::text).toList());
            for (Mark mark : Occurrences.matchingComments(text, before, start)) {
                if (repeated.remove(LineEndings.toLf(mark.text().in(text.raw())))) {
                    continue;
                }
                if (!signature.owns(mark)) {
                    throw new EditRefused("The comment {>>"
                            + OneLine.of(mark.text().in(text.raw()), MAX_QUOTE_LENGTH) + "<<} is by " + author(mark)
                            + " and must not change. Repeat it in new_string, or leave comments out of both strings.");
                }
                removed.add(mark);
            }
        }
        return removed;
    }

    private static String author(Mark mark) {
        return mark.author() == null ? "a person" : AuthorName.inToolResult(mark.author());
    }

    /** Returns the comments that only the new text has. */
    List<CommentedText.Comment> added() {
        List<String> existing = new ArrayList<>(
                before.comments().stream().map(CommentedText.Comment::text).toList());
        return after.comments().stream()
                .filter(comment -> !existing.remove(comment.text()))
                .toList();
    }

    /**
     * Returns the raw text with the added comments, each after the character that it follows in the new text. A comment
     * inside a link or inline code would break it, so it follows the whole of it.
     */
    String insertAdded(MarkedText edited, Replacement replacement) {
        List<RawChange> changes = new ArrayList<>();
        for (int n = 0; n < replacement.starts().size(); n++) {
            for (CommentedText.Comment comment : added()) {
                int position = Replacement.endOfAtomAround(
                        edited.accepted().text(), replacement.resultStart(n) + comment.offset());
                int at = edited.endOfProposalsAt(
                        endOfMarksAround(edited, edited.accepted().rawEnd(position)));
                String lineEnd = LineEndings.near(edited.raw(), at);
                changes.add(new RawChange(
                        new TextRange(at, at),
                        signature.mark(MarkKind.COMMENT, comment.text().replace("\n", lineEnd))));
            }
        }
        return RawChange.apply(edited.raw(), changes);
    }

    /** Returns the end of the mark around a raw position, and of the marks that belong to the same suggestion. */
    private static int endOfMarksAround(MarkedText text, int rawPosition) {
        int end = text.endOfMarkAround(rawPosition);
        return end == rawPosition
                ? end
                : text.suggestions().stream()
                        .flatMap(suggestion -> suggestion.ranges().stream())
                        .filter(whole -> whole.start() < end && end < whole.end())
                        .map(TextRange::end)
                        .findFirst()
                        .orElse(end);
    }
}
