package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a person accepts or rejects as a whole: adjacent suggestion marks of one author, such as a deletion and the
 * insertion after it, or the comment of an assistant.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Suggestion(List<Mark> marks) {

    public Suggestion {
        marks = List.copyOf(marks);
        if (marks.isEmpty()) {
            throw new IllegalArgumentException("A suggestion needs at least one mark");
        }
    }

    /** Returns the author's name; null if the marks do not name one. */
    public @Nullable String author() {
        return marks.getFirst().author();
    }

    /** Returns the time of the first mark; null if unknown. */
    public @Nullable Instant time() {
        MarkMetadata metadata = marks.getFirst().metadata();
        return metadata == null ? null : metadata.time();
    }

    /** Returns the range of all marks in the raw text. */
    public TextRange whole() {
        return new TextRange(
                marks.getFirst().whole().start(), marks.getLast().whole().end());
    }

    /** Returns true if the suggestion is a comment, which does not change the text. */
    public boolean isComment() {
        return marks.getFirst().kind() == MarkKind.COMMENT;
    }

    /** Returns the text of a comment. */
    public String commentText(String raw) {
        return marks.getFirst().text().in(raw);
    }

    /** Returns the raw text that a decision leaves of the marks. An accepted comment stays. */
    public String decided(Decision decision, String raw) {
        return marks.stream().map(mark -> mark.decided(decision, raw)).collect(Collectors.joining());
    }

    /** Returns the raw text of the marks after a person has accepted the suggestion with another text. */
    public String acceptedWith(String newText, String raw) {
        return marks.getFirst().acceptedWith(newText, raw);
    }

    /** Returns the text that remains when the suggestion is rejected. */
    public String rejectedText(String raw) {
        return marks.stream().map(mark -> mark.rejected().in(raw)).collect(Collectors.joining());
    }

    /** Returns the text that remains when the suggestion is accepted. */
    public String acceptedText(String raw) {
        return marks.stream().map(mark -> mark.accepted().in(raw)).collect(Collectors.joining());
    }
}
