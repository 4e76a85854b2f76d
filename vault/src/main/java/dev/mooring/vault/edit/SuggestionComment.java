package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The outcome of adding a person's comment right after a suggestion. */
public sealed interface SuggestionComment {

    /**
     * The comment can be written.
     *
     * @param change the change that adds the comment
     */
    record Written(RawChange change) implements SuggestionComment {}

    /**
     * The comment is refused.
     *
     * @param reason why, as a message for the person
     */
    record Refused(String reason) implements SuggestionComment {}

    /** Checks a comment and returns the change that adds it. */
    static SuggestionComment write(MarkedText text, Suggestion suggestion, String comment, Signature signature) {
        Optional<String> unusable = findProblem(comment);
        if (unusable.isPresent()) {
            return new Refused(unusable.get());
        }
        int at = suggestion.whole().end();
        String lines = LineEndings.toLf(comment.strip()).replace("\n", LineEndings.near(text.raw(), at));
        var change = new RawChange(new TextRange(at, at), signature.mark(MarkKind.COMMENT, lines));
        MarkedText after = MarkedText.parse(RawChange.apply(text.raw(), List.of(change)));
        Optional<String> problem = new EditCheck(text, text.accepted().text()).findProblem(after, Set.of());
        if (problem.isPresent() || after.comments().size() != text.comments().size() + 1) {
            return new Refused(
                    "A comment here would change the meaning of the lines around it, for example in code or front matter.");
        }
        return new Written(change);
    }

    /** Returns why a text cannot be a comment, as a message for the person; empty if it can. */
    static Optional<String> findProblem(String comment) {
        if (comment.isBlank()) {
            return Optional.of("The comment is empty.");
        }
        if (MarkScanner.hasOpening(comment) || comment.contains(MarkKind.COMMENT.closing())) {
            return Optional.of("A comment cannot contain CriticMarkup delimiters such as {++ or <<}. Remove them.");
        }
        return InvalidCharacters.findProblem("The comment", comment, "");
    }
}
