package dev.mooring.vault.review;

import dev.mooring.vault.text.Age;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A suggestion that waits for a decision.
 *
 * @param before the text that a rejection leaves; empty for an insertion
 * @param after the text that an acceptance leaves; empty for a deletion
 * @param line where it stands in the document as it would be with all suggestions accepted
 * @param wholeDocument whether the document came as this one suggestion, so that rejecting it removes the document
 */
public record PendingSuggestion(
        SuggestionRef ref,
        @Nullable String author,
        @Nullable Instant time,
        String before,
        String after,
        int line,
        boolean wholeDocument) {

    /** How a suggestion without an author is signed wherever a name is shown or asked for. */
    public static final String NOBODY = "unknown";

    /** The author, or {@link #NOBODY}. */
    public String authorName() {
        return author == null || author.isBlank() ? NOBODY : author;
    }

    /** Returns how long ago the suggestion was made, such as "5 min ago"; empty if it carries no time. */
    public Optional<String> age(Instant now) {
        return Optional.ofNullable(time).map(then -> Age.ago(Duration.between(then, now)));
    }
}
