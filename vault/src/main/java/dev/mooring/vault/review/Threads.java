package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Comments of a suggestion or thread, and the places around them. */
final class Threads {

    private Threads() {}

    /** Returns the comments of a thread, or those about a suggestion. */
    static List<Mark> comments(Suggestion suggestion) {
        return suggestion.isComment() ? suggestion.marks() : suggestion.comments();
    }

    /** Returns the ids of all comments: a hash of the raw text and of the number of equal comments before. */
    static Map<Mark, String> ids(MarkedText text) {
        Map<String, Integer> equalBefore = new HashMap<>();
        Map<Mark, String> ids = new HashMap<>();
        for (Mark comment : text.comments()) {
            String own = comment.whole().in(text.raw());
            ids.put(comment, Fingerprint.of(own + '\0' + equalBefore.merge(own, 1, Integer::sum)));
        }
        return ids;
    }

    /** Returns the highlight right before a comment. */
    static Optional<Mark> highlightBefore(MarkedText text, Mark comment) {
        return text.markEndingAt(comment.whole().start()).filter(mark -> mark.kind() == MarkKind.HIGHLIGHT);
    }
}
