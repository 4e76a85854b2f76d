package dev.mooring.vault.review;

import dev.mooring.vault.text.Age;
import dev.mooring.vault.text.AuthorName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A unit of review: the suggestion of one edit, or an open thread of comments.
 *
 * @param group the id that the marks of the edit share; null if they carry none
 * @param author null if the suggestion carries no author
 * @param person whether a person made it, not an assistant
 * @param time null if the suggestion carries no time
 * @param before the passage after a rejection; empty for an insertion and for a thread. Long unchanged text between two
 *     changes is shortened to an ellipsis
 * @param after the passage after an acceptance; empty for a deletion; the first comment of a thread
 * @param quote the text that a thread is about; empty if it is about a place or a suggestion
 * @param line the line of the first change in the accepted view
 * @param parts the parts that can be decided one by one; one part if the suggestion cannot be split
 * @param thread the comments about the suggestion, or those of the thread, in their order
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record PendingSuggestion(
        SuggestionRef ref,
        Kind kind,
        @Nullable String group,
        @Nullable String author,
        boolean person,
        @Nullable Instant time,
        String before,
        String after,
        String quote,
        int line,
        List<Part> parts,
        List<ThreadComment> thread) {

    /** The author name that stands for "no author", in output and in filters. */
    public static final String UNKNOWN_AUTHOR = "unknown";

    /** The kind of a unit of review. */
    public enum Kind {
        /** A change of the text. */
        CHANGE,
        /** The document consists of this suggestion, so that rejecting it removes the document. */
        NEW_DOCUMENT,
        /** A thread of comments that belongs to no suggestion. Both decisions resolve it. */
        COMMENT,
        /** A change of properties in the front matter. */
        PROPERTY,
        /** A move of the document; {@link #after()} is its new path. */
        MOVE,
        /** The removal of the document. */
        DELETE
    }

    /**
     * A part of a suggestion. {@link Review#decide} takes its reference like that of a whole suggestion; the other parts
     * then stay pending.
     */
    public record Part(SuggestionRef ref, String before, String after, int line) {}

    /**
     * A comment in a thread.
     *
     * @param id identifies the comment within the document as long as it does not change
     * @param author null if the comment carries no author
     * @param person whether a person wrote it, not an assistant
     * @param done whether the comment is resolved
     */
    public record ThreadComment(
            String id,
            @Nullable String author,
            boolean person,
            @Nullable Instant time,
            String text,
            boolean done) {

        /** Returns the author's name for output: on one line, bounded, or {@link #UNKNOWN_AUTHOR}. */
        public String authorName() {
            return displayName(author);
        }
    }

    /** Copies the lists. */
    public PendingSuggestion {
        parts = List.copyOf(parts);
        thread = List.copyOf(thread);
    }

    /** Returns whether the document consists of this suggestion, so that rejecting it removes the document. */
    public boolean wholeDocument() {
        return kind == Kind.NEW_DOCUMENT;
    }

    /** Returns whether this is a thread of comments that belongs to no suggestion. */
    public boolean comment() {
        return kind == Kind.COMMENT;
    }

    /** Returns whether a person can decide the parts one by one. */
    public boolean canSplit() {
        return parts.size() > 1;
    }

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
