package dev.mooring.vault.edit;

import dev.mooring.vault.critic.FrontMatterChange;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/** Writes proposals that are comments: changes of properties, moves and deletions. */
public final class ProposalMark {

    private static final int MAX_TEXT_LENGTH = 200;

    private ProposalMark() {}

    /** The outcome of proposing a move or a deletion. */
    public sealed interface Outcome {}

    /**
     * The proposal is in the text.
     *
     * @param text the new text
     */
    public record Written(MarkedText text) implements Outcome {}

    /**
     * The proposal is refused.
     *
     * @param reason why, and what to do instead, as a message for the model
     */
    public record Refused(String reason) implements Outcome {}

    /**
     * Proposes to move or to delete the document, in place of the author's earlier proposal: a document has at most one such
     * proposal.
     */
    public static Outcome replace(MarkedText text, Proposal proposal, Signature signature) {
        List<Mark> earlier = text.marks().stream()
                .filter(mark -> mark.proposal() instanceof Proposal.Move || mark.proposal() instanceof Proposal.Delete)
                .toList();
        for (Mark mark : earlier) {
            if (!signature.owns(mark)) {
                return new Refused(author(mark) + " has proposed to "
                        + (mark.proposal() instanceof Proposal.Move ? "move" : "delete")
                        + " this document. A person must decide on that first.");
            }
        }
        if (earlier.size() == 1 && proposal.equals(earlier.getFirst().proposal())) {
            return new Written(text);
        }
        Signature signed = earlier.isEmpty() || earlier.getFirst().group() == null
                ? signature
                : signature.inGroup(earlier.getFirst().group());
        List<RawChange> changes = new ArrayList<>();
        earlier.forEach(mark -> changes.add(new RawChange(mark.whole(), "")));
        if (earlier.isEmpty()) {
            changes.add(write(text, proposal, signed));
        } else {
            // In the same place, so that the comments on the earlier proposal stay with its suggestion.
            changes.set(0, replacing(text, earlier.getFirst(), proposal, signed));
        }
        MarkedText result = MarkedText.parse(RawChange.apply(text.raw(), changes));
        boolean isReadable = result.marks().stream().anyMatch(mark -> proposal.equals(mark.proposal()))
                && result.marks().size() == text.marks().size() - earlier.size() + 1
                && result.accepted().text().equals(text.accepted().text())
                && result.rejected().rawText().equals(text.rejected().rawText());
        return isReadable
                ? new Written(result)
                : new Refused(
                        "The proposal would change the meaning of the first lines of the document. Ask the user to "
                                + "do it.");
    }

    private static String author(Mark mark) {
        return mark.isByPerson() || mark.author() == null ? "A person" : AuthorName.inToolResult(mark.author());
    }

    /**
     * Returns the change that adds a proposal on a line of its own, after the front matter and other proposals. If comments
     * follow these proposals, the new one comes first: otherwise the comments would be about it.
     */
    public static RawChange write(MarkedText text, Proposal proposal, Signature signature) {
        int matterEnd = FrontMatterChange.of(text).range().end();
        int afterOthers = text.endOfProposalsAt(matterEnd);
        boolean isCommented =
                text.comments().stream().anyMatch(comment -> comment.whole().start() == afterOthers);
        int at = isCommented ? matterEnd : afterOthers;
        return new RawChange(new TextRange(at, at), line(proposal, signature, LineEndings.near(text.raw(), at)));
    }

    /** Returns the change that writes a proposal in place of the mark of another one. */
    static RawChange replacing(MarkedText text, Mark mark, Proposal proposal, Signature signature) {
        String old = mark.whole().in(text.raw());
        String lineEnd = old.endsWith("\r\n") ? "\r\n" : old.endsWith("\n") ? "\n" : "";
        return new RawChange(mark.whole(), line(proposal, signature, lineEnd));
    }

    /** Returns a proposal as a line of the raw text. */
    private static String line(Proposal proposal, Signature signature, String lineEnd) {
        return signature.proposing(proposal, description(proposal)) + lineEnd;
    }

    /** Describes the proposal for people who read the file. Braces could end the mark. */
    private static String description(Proposal proposal) {
        String text = switch (proposal) {
            case Proposal.Property property ->
                property.to().isEmpty()
                        ? "remove " + property.before()
                        : property.from().isEmpty()
                                ? "add " + property.after()
                                : property.before()
                                        + " → "
                                        + property.after()
                                                .substring(property.name().length() + 2);
            case Proposal.Move(String to) -> "move to " + to;
            case Proposal.Delete() -> "delete this document";
        };
        return OneLine.of(text.replace("{", "").replace("}", ""), MAX_TEXT_LENGTH);
    }
}
