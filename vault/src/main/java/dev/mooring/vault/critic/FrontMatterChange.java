package dev.mooring.vault.critic;

import dev.mooring.vault.text.FrontMatter;
import dev.mooring.vault.text.LineEndings;
import java.util.List;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/**
 * A change of a document's front matter, property by property. Only the lines of the property change. Immutable.
 *
 * @param range the front matter in the raw text, with its delimiters; empty if the document has none
 * @param before the front matter in the raw text
 * @param block the front matter after the change
 */
@API(status = API.Status.INTERNAL, since = "0.1")
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
        return of(text.raw(), text.marks());
    }

    private static FrontMatterChange of(String raw, List<Mark> marks) {
        int start = raw.startsWith("\uFEFF") ? 1 : 0;
        int length =
                FrontMatter.find(raw.substring(start)).map(FrontMatter::end).orElse(0);
        var range = new TextRange(start, start + length);
        boolean hasMarks = !marks.isEmpty() && marks.getFirst().whole().start() < range.end();
        return new FrontMatterChange(range, range.in(raw), range.in(raw), LineEndings.near(raw, start), hasMarks);
    }

    /** Returns the front matter with the accepted changes of properties, except those that do not fit it any more. */
    static FrontMatterChange accepted(String raw, List<Mark> marks, Predicate<Mark> isAccepted) {
        FrontMatterChange matter = of(raw, marks);
        for (Mark mark : marks) {
            if (mark.proposal() instanceof Proposal.Property property
                    && isAccepted.test(mark)
                    && matter.with(property) instanceof Written(FrontMatterChange changed)) {
                matter = changed;
            }
        }
        return matter;
    }

    /** Returns true if a property has changed. */
    public boolean isChanged() {
        return !block.equals(before);
    }

    /** Returns the outcome of changing one property. Refused unless the property has the value that the proposal expects. */
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
