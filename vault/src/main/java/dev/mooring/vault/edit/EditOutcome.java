package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import java.util.List;
import java.util.Optional;

/** What became of an {@link Edit}. */
public sealed interface EditOutcome {

    /**
     * The text with the change as suggestions.
     *
     * @param lines where the replacements begin, as lines of the new accepted view
     */
    record Suggested(MarkedText text, List<Integer> lines) implements EditOutcome {}

    /** Old and new text are the same. */
    record NoChange() implements EditOutcome {}

    /** The old text does not occur. */
    record NotFound(Optional<Passage> closest, Optional<String> hint) implements EditOutcome {}

    /** The old text occurs more than once, and only one occurrence was to be replaced. */
    record NotUnique(int count, List<Integer> firstLines) implements EditOutcome {}

    /** The change cannot be made, for a reason that a model can act on. */
    record Refused(String reason) implements EditOutcome {}

    /** Lines of the accepted view, without a final line end. */
    record Passage(int firstLine, String text) {}
}
