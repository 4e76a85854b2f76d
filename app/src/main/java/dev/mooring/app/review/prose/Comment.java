package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A comment in a document, with its position in the shown text. */
public record Comment(
        int position,
        String text,
        @Nullable String author,
        @Nullable Instant time) {

    static Comment of(Mark comment, String raw, int position) {
        MarkMetadata metadata = comment.metadata();
        return new Comment(
                position, comment.text().in(raw), comment.author(), metadata == null ? null : metadata.time());
    }
}
