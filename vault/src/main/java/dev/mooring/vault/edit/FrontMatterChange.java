package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.FrontMatter;
import java.util.Optional;

/**
 * A change of a document's front matter, property by property. Only the lines of the property change. Immutable.
 *
 * @param range the front matter in the raw text, with its delimiters; empty if the document has none
 * @param before the front matter in the raw text
 * @param block the front matter after the change
 */
public record FrontMatterChange(TextRange range, String before, String block, String lineEnd, boolean hasMarks) {

    /** The outcome of changing a property. */
    public sealed interface Outcome {}

    /** The property is changed in {@code result}. */
    public record Written(FrontMatterChange result) implements Outcome {}

    /**
     * The property cannot be changed.
     *
     * @param reason why, as a message for the person
     */
    public record Refused(String reason) implements Outcome {}

    /** Returns the unchanged front matter of a text. */
    public static FrontMatterChange of(MarkedText text) {
        String raw = text.raw();
        int start = raw.startsWith("\uFEFF") ? 1 : 0;
        int length =
                FrontMatter.find(raw.substring(start)).map(FrontMatter::end).orElse(0);
        var range = new TextRange(start, start + length);
        boolean hasMarks = !text.marksWithin(range).isEmpty();
        return new FrontMatterChange(range, range.in(raw), range.in(raw), LineEndings.near(raw, start), hasMarks);
    }

    /** Returns the change of the raw text; empty if no property has changed. */
    public Optional<RawChange> change() {
        return block.equals(before) ? Optional.empty() : Optional.of(new RawChange(range, block));
    }

    /** Changes one property if it has the value that the proposal expects. */
    public Outcome with(Proposal.Property property) {
        if (hasMarks) {
            return new Refused("The front matter contains CriticMarkup. Remove the marks first.");
        }
        return switch (YamlProperty.change(block, lineEnd, property)) {
            case YamlProperty.Refused(String reason) -> new Refused(reason);
            case YamlProperty.Changed(String changed) ->
                new Written(new FrontMatterChange(range, before, changed, lineEnd, false));
        };
    }
}
