package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.LineNumbers;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of an {@link Edit}. */
public sealed interface EditOutcome {

    /**
     * The change was written as a suggestion.
     *
     * @param text the new text
     * @param positions where the replacements begin in the new accepted view, ascending
     * @param group the id that the marks of the suggestion share; null if they share none
     * @param tolerated the passages that differ from the old text in quotes, dashes, spaces or Unicode forms
     */
    record Suggested(
            MarkedText text,
            List<Integer> positions,
            @Nullable String group,
            List<String> tolerated) implements EditOutcome {

        /** Returns the lines of the new accepted view on which the replacements begin. */
        public List<Integer> lines() {
            var lines = new LineNumbers(text.accepted().text());
            return positions.stream().map(lines::lineOf).toList();
        }
    }

    /** Old and new text are the same. */
    record NoChange() implements EditOutcome {}

    /**
     * The old text does not occur.
     *
     * @param closest the passage that the caller most likely meant
     * @param hint why the text was not found, if the reason is a common one
     */
    record NotFound(Optional<Passage> closest, Optional<String> hint) implements EditOutcome {}

    /**
     * The old text occurs more than once, but the edit replaces one occurrence only.
     *
     * @param firstLines the lines of the first occurrences, five at most
     * @param isExact false if the occurrences differ from the old text in quotes, dashes, spaces or Unicode forms, so that
     *     the edit cannot replace all of them
     */
    record NotUnique(int count, List<Integer> firstLines, boolean isExact) implements EditOutcome {}

    /**
     * The change is refused.
     *
     * @param reason why, and what to do instead, as a message for the model
     */
    record Refused(String reason) implements EditOutcome {}

    /** Lines of the accepted view, without the final line ending. */
    record Passage(int firstLine, String text) {}
}
