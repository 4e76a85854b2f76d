package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One decision for a person: marks of one author without anything between them, such as a deletion and its insertion. */
public record Suggestion(List<Mark> marks) {

    public Suggestion {
        marks = List.copyOf(marks);
        if (marks.isEmpty()) {
            throw new IllegalArgumentException("A suggestion has at least one mark");
        }
    }

    public @Nullable String author() {
        return marks.getFirst().author();
    }

    public @Nullable Instant time() {
        MarkMetadata metadata = marks.getFirst().metadata();
        return metadata == null ? null : metadata.time();
    }

    public TextRange whole() {
        return new TextRange(
                marks.getFirst().whole().start(), marks.getLast().whole().end());
    }

    public String rejectedText(String raw) {
        return marks.stream().map(mark -> mark.rejected().in(raw)).collect(Collectors.joining());
    }

    public String acceptedText(String raw) {
        return marks.stream().map(mark -> mark.accepted().in(raw)).collect(Collectors.joining());
    }
}
