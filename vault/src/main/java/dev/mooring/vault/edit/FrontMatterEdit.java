package dev.mooring.vault.edit;

import dev.mooring.vault.critic.FrontMatterChange;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.FrontMatterProperties;
import dev.mooring.vault.text.LineEndings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of an edit that changes front matter. No mark can stand in YAML, so the edit must change whole properties, and
 * each of them becomes a proposal after the front matter.
 */
final class FrontMatterEdit {

    private static final String ASK_USER = "Ask the user to correct it first.";
    private static final String WHOLE_PROPERTIES = "Change whole properties, and keep the lines --- around them.";

    private final MarkedText text;
    private final Signature signature;
    private final FrontMatterProperties after;
    private final List<Proposal.Property> proposals;

    /** The author's pending proposals for the same properties, which the new proposals replace. */
    private final List<Mark> superseded;

    private FrontMatterEdit(
            MarkedText text,
            Signature signature,
            FrontMatterProperties after,
            List<Proposal.Property> proposals,
            List<Mark> superseded) {
        this.text = text;
        this.signature = signature;
        this.after = after;
        this.proposals = proposals;
        this.superseded = superseded;
    }

    /**
     * Returns the proposals that turn front matter into other front matter.
     *
     * @param before the front matter in the accepted view, with its delimiters; empty if it has none
     * @param after the front matter that the edit asks for
     * @throws EditRefused if the front matter must not change like this
     */
    static FrontMatterEdit between(MarkedText text, String before, String after, Signature signature)
            throws EditRefused {
        FrontMatterChange matter = FrontMatterChange.of(text);
        requireChangeable(matter, signature);
        FrontMatterProperties shown = properties(before, "The front matter is invalid YAML: ", ASK_USER);
        FrontMatterProperties wanted =
                properties(after, "After this change, the front matter would be invalid YAML: ", WHOLE_PROPERTIES);
        FrontMatterProperties current =
                properties(LineEndings.toLf(matter.before()), "The front matter is invalid YAML: ", ASK_USER);
        Set<String> names = shown.differences(wanted);
        requireProperties(shown, wanted, names);
        List<Proposal.Property> proposals = new ArrayList<>();
        List<Mark> superseded = new ArrayList<>();
        for (String name : names) {
            superseded.addAll(pending(text, name, signature));
            var proposal = new Proposal.Property(name, current.value(name), wanted.value(name));
            if (!proposal.from().equals(proposal.to())) {
                proposals.add(proposal);
            }
        }
        return new FrontMatterEdit(text, signature, wanted, proposals, superseded);
    }

    private static FrontMatterProperties properties(String block, String problem, String advice) throws EditRefused {
        try {
            return FrontMatterProperties.of(block);
        } catch (FrontMatterProperties.Invalid e) {
            throw new EditRefused(problem + e.getMessage() + ". " + advice);
        }
    }

    private static void requireChangeable(FrontMatterChange matter, Signature signature) throws EditRefused {
        if (signature.isPlain()) {
            throw new EditRefused("This server writes marks without metadata, and a change of the front matter needs "
                    + "it. Tell the user what to change there.");
        }
        if (matter.hasMarks()) {
            throw new EditRefused("The front matter contains CriticMarkup. Ask the user to remove the marks first.");
        }
        if (!matter.before().isEmpty() && !matter.before().endsWith("\n")) {
            throw new EditRefused("The document ends with its front matter and has no line break after it, so that "
                    + "there is no place for a suggestion. Ask the user to add a line break at its end.");
        }
    }

    private static void requireProperties(FrontMatterProperties shown, FrontMatterProperties wanted, Set<String> names)
            throws EditRefused {
        for (String name : names) {
            if (!shown.isSimple(name) || !wanted.isSimple(name)) {
                throw new EditRefused("The property " + name
                        + " has nested values, which a suggestion cannot change. Ask the user to change it.");
            }
        }
        if (!shown.linesWithout(names).equals(wanted.linesWithout(names))) {
            throw new EditRefused("In front matter, a suggestion can only set, add or remove whole properties. This "
                    + "change also affects comments, order or spelling of other lines there. Leave those as they are.");
        }
    }

    /** Returns the author's pending proposals for a property. */
    private static List<Mark> pending(MarkedText text, String name, Signature signature) throws EditRefused {
        List<Mark> own = new ArrayList<>();
        for (Mark mark : text.marks()) {
            if (mark.proposal() instanceof Proposal.Property property
                    && property.name().equals(name)) {
                if (!signature.owns(mark)) {
                    String author =
                            mark.author() == null ? "an unknown author" : AuthorName.inToolResult(mark.author());
                    throw new EditRefused("The property " + name + " has a pending suggestion by " + author
                            + ", which a person has to accept or reject first.");
                }
                own.add(mark);
            }
        }
        return own;
    }

    /** Returns the group of the suggestion that the edit changes further: a proposal, or a new document; null if none. */
    @Nullable
    String group() {
        List<Mark> changed = new ArrayList<>(superseded);
        text.marks().stream()
                .filter(mark -> mark.proposesDocument() && signature.owns(mark))
                .forEach(changed::add);
        return changed.stream()
                .map(Mark::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the marks that the proposals replace. */
    List<Mark> superseded() {
        return superseded;
    }

    /** Returns the changes that write the proposals. */
    List<RawChange> changes(@Nullable String group) {
        Signature signed = signature.inGroup(group);
        List<RawChange> changes = new ArrayList<>();
        List<Proposal.Property> added = new ArrayList<>(proposals);
        for (Mark mark : superseded) {
            String name = ((Proposal.Property) Objects.requireNonNull(mark.proposal())).name();
            Optional<Proposal.Property> next =
                    added.stream().filter(it -> it.name().equals(name)).findFirst();
            changes.add(next.map(it -> ProposalMark.replacing(text, mark, it, signed))
                    .orElse(new RawChange(mark.whole(), "")));
            next.ifPresent(added::remove);
        }
        added.forEach(proposal -> changes.add(ProposalMark.write(text, proposal, signed)));
        return changes;
    }

    /** Returns why the proposals do not have the effect that the edit asks for; empty if they have. */
    Optional<String> findProblem(MarkedText edited) {
        String view = edited.accepted().text();
        try {
            var shown = FrontMatterProperties.of(view.substring(0, MarkedText.bodyStart(view)));
            return shown.differences(after).isEmpty()
                    ? Optional.empty()
                    : Optional.of("The front matter cannot be changed line by line, or a value is too long for a "
                            + "suggestion. Ask the user to change "
                            + String.join(", ", shown.differences(after)) + ".");
        } catch (FrontMatterProperties.Invalid e) {
            return Optional.of("The front matter would be invalid YAML: " + e.getMessage() + ". " + WHOLE_PROPERTIES);
        }
    }
}
