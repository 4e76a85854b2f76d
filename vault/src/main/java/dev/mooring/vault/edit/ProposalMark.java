package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.text.OneLine;

/** Writes proposals that are comments: changes of properties, moves and deletions. */
public final class ProposalMark {

    private static final int MAX_TEXT_LENGTH = 200;

    private ProposalMark() {}

    /** Returns the change that adds a proposal on a line of its own, after the front matter and other proposals. */
    public static RawChange write(MarkedText text, Proposal proposal, Signature signature) {
        int at = FrontMatterChange.of(text).range().end();
        for (Mark mark : text.marks()) {
            if (mark.whole().start() == at && mark.proposal() != null) {
                at = mark.whole().end();
            }
        }
        String mark = signature.proposing(proposal, description(proposal));
        return new RawChange(new TextRange(at, at), mark + LineEndings.near(text.raw(), at));
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
