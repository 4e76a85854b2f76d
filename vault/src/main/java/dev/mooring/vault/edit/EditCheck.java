package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.CodeRanges;
import dev.mooring.vault.text.MarkdownCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads an edited text back and says what is wrong with it, if anything: the last word on every edit, whatever was
 * thought while writing it.
 */
final class EditCheck {

    private final MarkedText before;
    private final String expectedView;

    EditCheck(MarkedText before, String expectedView) {
        this.before = before;
        this.expectedView = expectedView;
    }

    /**
     * Why the edited text must not be written.
     *
     * @param rewritten the marks that the edit was meant to replace or remove
     */
    Optional<String> problem(MarkedText after, Set<Mark> rewritten) {
        if (!after.accepted().text().equals(expectedView)
                || !after.rejected().rawText().equals(before.rejected().rawText())) {
            return Optional.of("The delimiters of CriticMarkup in or around this text would be mixed up with those of "
                    + "the suggestion. Edit a smaller or larger passage, away from such delimiters.");
        }
        if (!survivesDecisions(after)) {
            return Optional.of(
                    "Once accepted, text that looks like CriticMarkup would become a mark, as when code around "
                            + "it goes away. Leave that text, or the code around it, as it is.");
        }
        List<Mark> kept = before.marks().stream()
                .filter(mark -> !rewritten.contains(mark))
                .toList();
        List<Mark> found = find(kept, after);
        if (found.size() < kept.size()) {
            return Optional.of("The change would alter another mark in this document. Edit a smaller passage.");
        }
        if (!agreeOnCode(kept, found, after)) {
            return Optional.of("The change would turn an existing mark into code, or code into a mark. "
                    + "The pending suggestions and comments there have to be dealt with by a person first.");
        }
        return FrontMatterCheck.problem(before, after);
    }

    /** Once everything is accepted, no new marks may come to light, unless the text was like that before. */
    private boolean survivesDecisions(MarkedText after) {
        return !MarkScanner.hasOpening(expectedView)
                || readsTheSameWhenAccepted(after)
                || !readsTheSameWhenAccepted(before);
    }

    private static boolean readsTheSameWhenAccepted(MarkedText text) {
        return MarkedText.parse(text.acceptAll())
                .accepted()
                .text()
                .equals(text.accepted().text());
    }

    /** The kept marks as they are found in the edited text, byte for byte and in order, as far as they are. */
    private List<Mark> find(List<Mark> kept, MarkedText after) {
        List<Mark> found = new ArrayList<>();
        int next = 0;
        for (Mark mark : after.marks()) {
            if (next < kept.size()
                    && mark.whole()
                            .in(after.raw())
                            .equals(kept.get(next).whole().in(before.raw()))) {
                found.add(mark);
                next++;
            }
        }
        return found;
    }

    private boolean agreeOnCode(List<Mark> kept, List<Mark> found, MarkedText after) {
        if (kept.isEmpty()) {
            return true;
        }
        CodeRanges codeBefore = MarkdownCode.find(before.accepted().text());
        CodeRanges codeAfter = MarkdownCode.find(after.accepted().text());
        if (codeBefore.isEmpty() && codeAfter.isEmpty()) {
            return true;
        }
        for (int i = 0; i < kept.size(); i++) {
            if (isInside(codeBefore, kept.get(i), before) != isInside(codeAfter, found.get(i), after)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInside(CodeRanges code, Mark mark, MarkedText text) {
        return code.surrounds(text.accepted().fromRaw(mark.whole().start()))
                || code.surrounds(text.accepted().fromRaw(mark.whole().end()));
    }
}
