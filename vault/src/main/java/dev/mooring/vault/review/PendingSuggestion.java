package dev.mooring.vault.review;

import dev.mooring.vault.text.Age;
import dev.mooring.vault.text.AuthorName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A suggestion that awaits a decision: a change of the text, or a comment by an assistant.
 *
 * @param author null if the suggestion carries no author
 * @param time null if the suggestion carries no time
 * @param before the text after a rejection; empty for an insertion
 * @param after the text after an acceptance; empty for a deletion; the comment itself if it is one
 * @param line the line in the accepted view
 * @param wholeDocument whether the document consists of this suggestion, so that rejecting it removes the document
 * @param comment whether it is a comment, which stays when it is accepted and goes when it is rejected
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record PendingSuggestion(
        SuggestionRef ref,
        @Nullable String author,
        @Nullable Instant time,
        String before,
        String after,
        int line,
        boolean wholeDocument,
        boolean comment) {

    /** The author name that stands for "no author", in output and in filters. */
    public static final String UNKNOWN_AUTHOR = "unknown";

    /** Returns the author's name for output: on one line, bounded, or {@link #UNKNOWN_AUTHOR}. */
    public String authorName() {
        return displayName(author);
    }

    /** Returns the name of the author of a mark for output: on one line, bounded, or {@link #UNKNOWN_AUTHOR}. */
    public static String displayName(@Nullable String author) {
        return author == null || author.isBlank() ? UNKNOWN_AUTHOR : AuthorName.displayed(author);
    }

    /** Returns how long ago the suggestion was made, such as "5 min ago"; empty if it carries no time. */
    public Optional<String> age(Instant now) {
        return Optional.ofNullable(time).map(then -> Age.ago(Duration.between(then, now)));
    }
}
