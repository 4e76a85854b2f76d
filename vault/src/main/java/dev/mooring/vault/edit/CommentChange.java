package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an edit makes of comments: those that the new text repeats stay as they are, the author's own may go, new ones
 * are written.
 */
final class CommentChange {

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

    /** Comments of the document that the edit removes. */
    Set<Mark> dropped(List<Integer> starts) throws EditRegions.InTheWay {
        Set<Mark> dropped = new HashSet<>();
        for (int start : starts) {
            List<String> repeated = new ArrayList<>(
                    after.comments().stream().map(CommentedText.Comment::text).toList());
            for (Mark mark : Occurrences.matching(text, before, start)) {
                if (repeated.remove(LineEndings.toLf(mark.text().in(text.raw())))) {
                    continue;
                }
                if (!mark.isBy(signature.author())) {
                    String author = mark.author() == null ? "a person" : mark.author();
                    throw new EditRegions.InTheWay(
                            "The comment {>>" + mark.text().in(text.raw()) + "<<} is by " + author
                                    + " and must stay as it is. Repeat it in new_string, or leave comments out of both strings.");
                }
                dropped.add(mark);
            }
        }
        return dropped;
    }

    /** The comments that the new text has and the old one does not. */
    List<CommentedText.Comment> added() {
        List<String> known = new ArrayList<>(
                before.comments().stream().map(CommentedText.Comment::text).toList());
        return after.comments().stream()
                .filter(comment -> !known.remove(comment.text()))
                .toList();
    }

    /** Writes the added comments into the edited text, each behind the character that it follows in the new text. */
    String write(MarkedText edited, Replacement replacement) {
        List<RawChange> changes = new ArrayList<>();
        for (int n = 0; n < replacement.starts().size(); n++) {
            for (CommentedText.Comment comment : added()) {
                int position = replacement.resultStart(n) + comment.offset();
                int at = edited.endOfMarkAround(edited.accepted().rawEnd(position));
                String lineEnd = LineEndings.near(edited.raw(), at);
                changes.add(new RawChange(
                        new TextRange(at, at),
                        signature.mark(MarkKind.COMMENT, comment.text().replace("\n", lineEnd))));
            }
        }
        return RawChange.apply(edited.raw(), changes);
    }
}
