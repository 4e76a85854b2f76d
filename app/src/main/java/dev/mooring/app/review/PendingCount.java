package dev.mooring.app.review;

import dev.mooring.vault.review.PendingSuggestion;
import java.util.Collection;

/** The number of pending suggestions and comments, in words. */
final class PendingCount {
    private PendingCount() {}

    /** Returns "3 suggestions and 1 comment", for example. */
    static String of(Collection<PendingSuggestion> pending) {
        long comments = pending.stream().filter(PendingSuggestion::comment).count();
        long suggestions = pending.size() - comments;
        if (comments == 0) {
            return number(suggestions, "suggestion");
        }
        return suggestions == 0
                ? number(comments, "comment")
                : number(suggestions, "suggestion") + " and " + number(comments, "comment");
    }

    private static String number(long count, String noun) {
        return count == 1 ? "1 " + noun : count + " " + noun + "s";
    }
}
