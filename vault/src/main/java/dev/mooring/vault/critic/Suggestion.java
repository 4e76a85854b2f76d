package dev.mooring.vault.critic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A unit of review: the marks of one edit, or a thread of comments that belongs to no edit. Marks without a group form one
 * suggestion if they are adjacent and have the same author, such as a deletion and the insertion after it.
 *
 * @param marks the marks that a decision removes or changes, ascending; the comments of a thread
 * @param comments the comments about the marks, ascending; empty for a thread
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Suggestion(List<Mark> marks, List<Mark> comments) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there are no marks
     */
    public Suggestion {
        marks = List.copyOf(marks);
        comments = List.copyOf(comments);
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
        return marks.getFirst().time();
    }

    /** Returns the range from the first to the last mark. It may contain text and marks that belong to others. */
    public TextRange whole() {
        return new TextRange(
                marks.getFirst().whole().start(), marks.getLast().whole().end());
    }

    /** Returns the sequences of directly adjacent marks, ascending. Each mark of the suggestion is in one of them. */
    public List<List<Mark>> adjacentMarks() {
        List<List<Mark>> sequences = new ArrayList<>();
        Mark last = null;
        for (Mark mark : marks) {
            if (last == null || last.whole().end() != mark.whole().start()) {
                sequences.add(new ArrayList<>());
            }
            sequences.getLast().add(mark);
            last = mark;
        }
        return sequences;
    }

    /** Returns the ranges of the raw text that directly adjacent marks cover, ascending. */
    public List<TextRange> ranges() {
        return adjacentMarks().stream()
                .map(sequence -> new TextRange(
                        sequence.getFirst().whole().start(),
                        sequence.getLast().whole().end()))
                .toList();
    }

    /** Returns true if the suggestion is a thread of comments, which does not change the text. */
    public boolean isComment() {
        return marks.getFirst().isComment();
    }

    /** Returns the text of a thread's first comment. */
    public String commentText(String raw) {
        return marks.getFirst().text().in(raw);
    }
}
