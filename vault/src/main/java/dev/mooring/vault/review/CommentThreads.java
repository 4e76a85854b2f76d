package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import java.util.List;
import java.util.Optional;

/** The comments of suggestions and threads, and the highlights that they are about. */
final class CommentThreads {

    private CommentThreads() {}

    /** Returns the comments of a thread, or those about a suggestion. */
    static List<Mark> comments(Suggestion suggestion) {
        return suggestion.isComment() ? suggestion.marks() : suggestion.comments();
    }

    /** Returns the highlight directly before a comment. */
    static Optional<Mark> highlightBefore(MarkedText text, Mark comment) {
        return text.markEndingAt(comment.whole().start()).filter(mark -> mark.kind() == MarkKind.HIGHLIGHT);
    }
}
