package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.text.OneLine;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes suggestions on one line for a model, such as {@code "eight" → "nine"}. */
final class SuggestionText {

    private static final int MAX_QUOTE_LENGTH = 60;

    /** How many changes of one suggestion are described. */
    private static final int MAX_CHANGES = 3;

    private SuggestionText() {}

    static String of(Suggestion suggestion, MarkedText text) {
        List<List<Mark>> sequences = suggestion.adjacentMarks();
        String changes = sequences.stream()
                .limit(MAX_CHANGES)
                .map(adjacent -> change(adjacent, text))
                .collect(Collectors.joining(", "));
        int unlisted = sequences.size() - Math.min(sequences.size(), MAX_CHANGES);
        return changes + (unlisted == 0 ? "" : " and " + unlisted + " more");
    }

    private static String change(List<Mark> adjacent, MarkedText text) {
        String before = joined(
                adjacent,
                mark -> mark.proposal() instanceof Proposal.Property property
                        ? property.before()
                        : mark.rejected().in(text.raw()));
        String after = joined(
                adjacent,
                mark -> mark.proposal() instanceof Proposal.Property property
                        ? property.after()
                        : mark.accepted().in(text.raw()));
        return switch (adjacent.getFirst().proposal()) {
            case Proposal.Move(String to) -> "move to " + quoted(to);
            case Proposal.Delete() -> "delete the document";
            case null, default ->
                before.isEmpty()
                        ? "added " + quoted(after)
                        : after.isEmpty() ? "deleted " + quoted(before) : quoted(before) + " → " + quoted(after);
        };
    }

    private static String joined(List<Mark> adjacent, Function<Mark, String> shown) {
        return adjacent.stream().map(shown).collect(Collectors.joining());
    }

    static String quoted(String text) {
        return quoted(text, MAX_QUOTE_LENGTH);
    }

    static String quoted(String text, int maxLength) {
        return "\"" + OneLine.of(text.replace("\r\n", "\n").replace("\n", "⏎"), maxLength) + "\"";
    }
}
