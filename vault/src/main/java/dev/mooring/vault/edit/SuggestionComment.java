package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.critic.TextRange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A person's comment, right behind the suggestion that it is about. */
public sealed interface SuggestionComment {

    /** The change that writes it. */
    record Written(RawChange change) implements SuggestionComment {}

    record Refused(String reason) implements SuggestionComment {}

    static SuggestionComment write(MarkedText text, Suggestion suggestion, String remark, Signature signature) {
        if (MarkScanner.hasOpening(remark) || remark.contains(MarkKind.COMMENT.closing())) {
            return new Refused("A comment cannot hold delimiters of CriticMarkup such as {++ or <<}.");
        }
        int at = suggestion.whole().end();
        String lines = LineEndings.toLf(remark.strip()).replace("\n", LineEndings.near(text.raw(), at));
        var change = new RawChange(new TextRange(at, at), signature.mark(MarkKind.COMMENT, lines));
        MarkedText after = MarkedText.parse(RawChange.apply(text.raw(), List.of(change)));
        Optional<String> problem = new EditCheck(text, text.accepted().text()).problem(after, Set.of());
        if (problem.isPresent() || after.comments().size() != text.comments().size() + 1) {
            return new Refused("No comment can stand here, because the lines around it would no longer mean the same.");
        }
        return new Written(change);
    }
}
