package dev.mooring.app.review.prose;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A comment in a document, with its position in both of its texts. */
public record Comment(
        Sides.Position position,
        String text,
        @Nullable String author,
        @Nullable Instant time) {

    static Comment of(Mark comment, String raw, Sides.Position position) {
        MarkMetadata metadata = comment.metadata();
        return new Comment(
                position, comment.text().in(raw), comment.author(), metadata == null ? null : metadata.time());
    }
}
