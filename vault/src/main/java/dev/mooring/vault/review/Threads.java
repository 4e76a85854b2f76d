package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.List;
import java.util.Optional;

/** Comments of a suggestion or thread, and the places around them. */
final class Threads {

    private Threads() {}

    /** Returns the comments of a thread, or those about a suggestion. */
    static List<Mark> comments(Suggestion suggestion) {
        return suggestion.isComment() ? suggestion.marks() : suggestion.comments();
    }

    /** Returns the id of a comment: a hash of its raw text and of the number of equal comments before it. */
    static String id(MarkedText text, Mark comment) {
        String own = comment.whole().in(text.raw());
        long equalBefore = text.marks().stream()
                .takeWhile(mark -> mark.whole().start() < comment.whole().start())
                .filter(mark -> mark.whole().length() == own.length()
                        && mark.whole().in(text.raw()).equals(own))
                .count();
        return Fingerprint.of(own + '\0' + equalBefore);
    }

    /** Returns the highlight right before a comment. */
    static Optional<Mark> highlightBefore(MarkedText text, Mark comment) {
        int end = comment.whole().start();
        return text.marksWithin(new TextRange(0, end)).stream()
                .filter(mark -> mark.whole().end() == end && mark.kind() == MarkKind.HIGHLIGHT)
                .findFirst();
    }
}
