package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.diff.Words;
import dev.mooring.vault.text.CodeRanges;
import dev.mooring.vault.text.MarkdownCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The final check of every edit. It compares parsed texts, and does not rely on the code that wrote the marks. */
final class EditCheck {

    private final MarkedText before;
    private final String expectedView;

    EditCheck(MarkedText before, String expectedView) {
        this.before = before;
        this.expectedView = expectedView;
    }

    /**
     * Returns why the edited text must not be written; empty if it may.
     *
     * @param rewritten the marks that the edit replaces or removes on purpose
     */
    Optional<String> findProblem(MarkedText after, Set<Mark> rewritten) {
        if (!after.accepted().text().equals(expectedView)
                || !after.rejected().rawText().equals(before.rejected().rawText())) {
            return Optional.of("CriticMarkup delimiters in or around this text would be confused with those of the "
                    + "suggestion. Edit a smaller or larger passage, away from such delimiters.");
        }
        if (!survivesDecisions(after)) {
            return Optional.of(
                    "After accepting this change, text that looks like CriticMarkup would become a mark, for example "
                            + "because it would no longer be code. Do not change that text or the code around it.");
        }
        if (rewritten.stream().anyMatch(mark -> mark.kind() == MarkKind.HIGHLIGHT || mark.isHighlighted())
                && !keepsHighlights(after)) {
            return Optional.of("The change would lose a highlight or its comment. Edit the highlighted text alone.");
        }
        List<Mark> kept = before.marks().stream()
                .filter(mark -> !rewritten.contains(mark))
                .toList();
        List<Mark> keptAfter = findKept(kept, after);
        if (keptAfter.size() < kept.size()) {
            return Optional.of("The change would alter another mark in this document. Edit a smaller passage.");
        }
        if (!agreeOnCode(kept, keptAfter, after)) {
            return Optional.of("The change would turn an existing mark into code, or code into a mark. "
                    + "Ask the user to review the pending suggestions and comments there first, or edit other text.");
        }
        if (splitsLink(after, keptAfter)) {
            return Optional.of("The change begins or ends inside a link or a URL, which a suggestion must not split. "
                    + "Include the whole of it in old_string and new_string.");
        }
        if (proposesDocument(before) && !proposesDocument(after)) {
            return Optional.of("The change would leave no text in this new document, which is your proposal. "
                    + "To withdraw it, ask the user to reject it.");
        }
        return FrontMatterCheck.findProblem(before, after);
    }

    /** Returns true if rejecting everything restores the highlights, and accepting everything shows the new text. */
    private boolean keepsHighlights(MarkedText after) {
        return after.rejectAll().equals(before.rejectAll()) && readsTheSameWhenAccepted(after);
    }

    /** Returns true if a new suggestion begins or ends inside a link, before or after its acceptance. */
    private static boolean splitsLink(MarkedText after, List<Mark> kept) {
        Set<Mark> unchanged = new HashSet<>(kept);
        return after.suggestions().stream()
                .flatMap(suggestion -> suggestion.adjacentMarks().stream())
                .filter(adjacent -> !unchanged.containsAll(adjacent))
                .map(EditCheck::range)
                .anyMatch(whole -> isInsideLink(after, whole.start()) || isInsideLink(after, whole.end()));
    }

    private static TextRange range(List<Mark> adjacent) {
        return new TextRange(
                adjacent.getFirst().whole().start(), adjacent.getLast().whole().end());
    }

    private static boolean isInsideLink(MarkedText text, int rawPosition) {
        return Stream.of(text.accepted(), text.rejected())
                .anyMatch(view -> Words.isInsideLink(view.text(), view.fromRaw(rawPosition)));
    }

    private static boolean proposesDocument(MarkedText text) {
        return text.marks().stream().anyMatch(Mark::proposesDocument);
    }

    /** Returns true if accepting everything reveals no new marks, or if it would have done so before the edit too. */
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

    /** Returns the kept marks in the edited text, unchanged and in order; fewer if some have changed. */
    private List<Mark> findKept(List<Mark> kept, MarkedText after) {
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

    /** Returns true if each kept mark is inside code after the edit if and only if it was before. */
    private boolean agreeOnCode(List<Mark> kept, List<Mark> keptAfter, MarkedText after) {
        if (kept.isEmpty()) {
            return true;
        }
        CodeRanges codeBefore = MarkdownCode.find(before.accepted().text());
        CodeRanges codeAfter = MarkdownCode.find(after.accepted().text());
        if (codeBefore.isEmpty() && codeAfter.isEmpty()) {
            return true;
        }
        for (int i = 0; i < kept.size(); i++) {
            if (isInside(codeBefore, kept.get(i), before) != isInside(codeAfter, keptAfter.get(i), after)) {
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
