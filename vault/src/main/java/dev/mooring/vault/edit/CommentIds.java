package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
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
            ids.put(comment, hash(own + '\0' + equalBefore.merge(own, 1, Integer::sum)));
        }
        return ids;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "This Java runtime lacks SHA-256, which every Java platform must provide", e);
        }
    }
}
