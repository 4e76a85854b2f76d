package dev.mooring.app.review;

import dev.mooring.vault.review.PendingSuggestion;
import java.util.Collection;

/** Words for how much waits. */
final class Counted {
    private Counted() {}

    /** Returns "3 suggestions and 1 comment", for example. */
    static String of(Collection<PendingSuggestion> waiting) {
        long comments = waiting.stream().filter(PendingSuggestion::comment).count();
        long suggestions = waiting.size() - comments;
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
