package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.LineEndings;
import dev.mooring.vault.text.LineNumbers;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies an {@link Edit} to a text as a suggestion. Without side effects. */
public final class SuggestedEdit {

    private final MarkedText text;
    private final Edit edit;
    private final CommentedText oldText;
    private final CommentedText newText;
    private final @Nullable String group;

    private SuggestedEdit(MarkedText text, Edit edit, @Nullable String group) {
        this.text = text;
        this.edit = edit;
        this.oldText = CommentedText.of(LineEndings.toLf(edit.oldText()));
        this.newText = CommentedText.of(LineEndings.toLf(edit.newText()));
        this.group = group;
    }

    /** Returns the outcome of an edit; the given text does not change. */
    public static EditOutcome apply(MarkedText text, Edit edit) {
        return apply(text, edit, null);
    }

    /** Returns the outcome of an edit whose marks get a certain group; null to choose the group. */
    static EditOutcome apply(MarkedText text, Edit edit, @Nullable String group) {
        return new SuggestedEdit(text, edit, group).apply();
    }

    private EditOutcome apply() {
        if (oldText.equals(newText)) {
            return new EditOutcome.NoChange();
        }
        Optional<String> problem =
                forbiddenMarks().or(() -> InvalidCharacters.findProblem("new_string", edit.newText(), edit.oldText()));
        if (problem.isPresent()) {
            return new EditOutcome.Refused(problem.get());
        }
        String view = text.accepted().text();
        if (oldText.visible().isEmpty() && oldText.comments().isEmpty() && !view.isEmpty()) {
            return new EditOutcome.Refused("old_string may be empty only if the document is empty. "
                    + "Give the text to replace, or the text next to which to insert.");
        }
        List<Integer> found = Occurrences.find(text, oldText);
        if (found.isEmpty() && oldText.comments().isEmpty()) {
            List<TolerantMatch> tolerant = TolerantMatch.find(view, oldText.visible(), newText);
            if (!tolerant.isEmpty()) {
                return tolerant.size() == 1
                        ? suggestTolerantly(view, tolerant.getFirst())
                        : notUnique(
                                view,
                                tolerant.stream().map(TolerantMatch::start).toList(),
                                false);
            }
        }
        if (found.isEmpty()) {
            return new EditOutcome.NotFound(
                    ClosestPassage.find(view, oldText.visible()), NotFoundHint.of(text, oldText.visible()));
        }
        if (found.size() > 1 && !edit.replaceAll()) {
            return notUnique(view, found, true);
        }
        List<Integer> starts =
                Occurrences.withoutOverlaps(found, oldText.visible().length());
        return suggest(new Replacement(view, starts, oldText.visible(), newText.visible()), newText, List.of());
    }

    private static EditOutcome notUnique(String view, List<Integer> found, boolean isExact) {
        var lines = new LineNumbers(view);
        return new EditOutcome.NotUnique(
                found.size(), found.stream().limit(5).map(lines::lineOf).toList(), isExact);
    }

    private EditOutcome suggestTolerantly(String view, TolerantMatch match) {
        CommentedText adapted = match.newText();
        return suggest(
                new Replacement(view, List.of(match.start()), match.found(), adapted.visible()),
                adapted,
                List.of(match.found()));
    }

    private EditOutcome suggest(Replacement replacement, CommentedText replacing, List<String> tolerated) {
        var writer = new SuggestionWriter(text, oldText, replacing, edit.signature(), group);
        return switch (writer.write(replacement)) {
            case SuggestionWriter.Refused(String reason) -> new EditOutcome.Refused(reason);
            case SuggestionWriter.Suggested(MarkedText edited, List<Integer> _, String _)
            when edited.raw().equals(text.raw()) -> new EditOutcome.NoChange();
            case SuggestionWriter.Suggested(MarkedText edited, List<Integer> positions, String used) ->
                new EditOutcome.Suggested(edited, positions, used, tolerated);
        };
    }

    private Optional<String> forbiddenMarks() {
        if (oldText.hasOtherMarks()) {
            return Optional.of("old_string contains CriticMarkup. Give the text as read shows it, without marks; "
                    + "if the marks are literal text in code, choose a passage without them.");
        }
        if (newText.hasOtherMarks()) {
            return Optional.of(
                    "new_string contains CriticMarkup. Give the final text without marks; the tool turns the "
                            + "change into a suggestion. Only comments {>>like this<<} are allowed.");
        }
        if (edit.signature().isPlain()
                && newText.comments().size() > oldText.comments().size()) {
            return Optional.of(
                    "new_string adds a comment. This server writes marks without an author, so that a person "
                            + "could not tell the comment from their own. Leave it out, and tell the user instead.");
        }
        return Optional.empty();
    }
}
