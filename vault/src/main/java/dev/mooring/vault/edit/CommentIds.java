package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.ShortHash;
import java.util.HashMap;
import java.util.Map;

/** Short ids of comments, which stay the same when a comment moves, is answered or is resolved. */
public final class CommentIds {

    private static final int BYTES = 4;

    private CommentIds() {}

    /** Returns the ids of all comments: a hash of author, time and text, and of the number of equal comments before. */
    public static Map<Mark, String> of(MarkedText text) {
        Map<String, Integer> equalBefore = new HashMap<>();
        Map<Mark, String> ids = new HashMap<>();
        for (Mark comment : text.comments()) {
            String own = comment.author() + "\0" + comment.time() + "\0"
                    + comment.text().in(text.raw());
            ids.put(comment, ShortHash.of(own + '\0' + equalBefore.merge(own, 1, Integer::sum), BYTES));
        }
        return ids;
    }
}
