package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import java.util.List;
import java.util.Optional;

/** The outcome of an {@link Edit}. */
public sealed interface EditOutcome {

    /**
     * The change was written as a suggestion.
     *
     * @param text the new text
     * @param lines the lines of the new accepted view on which the replacements begin
     */
    record Suggested(MarkedText text, List<Integer> lines) implements EditOutcome {}

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
     */
    record NotUnique(int count, List<Integer> firstLines) implements EditOutcome {}

    /**
     * The change is refused.
     *
     * @param reason why, and what to do instead, as a message for the model
     */
    record Refused(String reason) implements EditOutcome {}

    /** Lines of the accepted view, without the final line ending. */
    record Passage(int firstLine, String text) {}
}
