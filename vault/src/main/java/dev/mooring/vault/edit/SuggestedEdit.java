package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Applies an {@link Edit} to a text as a suggestion. Without side effects. */
public final class SuggestedEdit {

    private final MarkedText text;
    private final Edit edit;
    private final CommentedText oldText;
    private final CommentedText newText;

    private SuggestedEdit(MarkedText text, Edit edit) {
        this.text = text;
        this.edit = edit;
        this.oldText = CommentedText.of(LineEndings.toLf(edit.oldText()));
        this.newText = CommentedText.of(LineEndings.toLf(edit.newText()));
    }

    /** Returns the outcome of an edit; the given text does not change. */
    public static EditOutcome apply(MarkedText text, Edit edit) {
        return new SuggestedEdit(text, edit).apply();
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
        if (found.isEmpty()) {
            return new EditOutcome.NotFound(
                    ClosestPassage.find(view, oldText.visible()), NotFoundHint.of(text, oldText.visible()));
        }
        if (found.size() > 1 && !edit.replaceAll()) {
            var lines = new LineNumbers(view);
            return new EditOutcome.NotUnique(
                    found.size(), found.stream().limit(5).map(lines::lineOf).toList());
        }
        List<Integer> starts =
                Occurrences.withoutOverlaps(found, oldText.visible().length());
        return suggest(new Replacement(view, starts, oldText.visible(), newText.visible()));
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

    private EditOutcome suggest(Replacement replacement) {
        String result = replacement.result();
        var check = new EditCheck(text, result);
        String problem = "";
        for (DiffGranularity granularity : granularities()) {
            try {
                Written written = write(replacement, granularity);
                Optional<String> found = check.findProblem(written.text, written.rewritten);
                if (found.isEmpty()) {
                    return new EditOutcome.Suggested(written.text, lines(replacement, result));
                }
                problem = problem.isEmpty() ? found.get() : problem;
            } catch (ProtectedMark e) {
                if (granularity != DiffGranularity.READABLE) {
                    problem = problem.isEmpty() ? String.valueOf(e.getMessage()) : problem;
                    break;
                }
            }
        }
        return new EditOutcome.Refused(problem);
    }

    private List<DiffGranularity> granularities() {
        return edit.signature().isPlain()
                ? List.of(DiffGranularity.BLOCK)
                : List.of(
                        DiffGranularity.READABLE,
                        DiffGranularity.WORDS,
                        DiffGranularity.GRAPHEMES,
                        DiffGranularity.BLOCK);
    }

    private record Written(MarkedText text, Set<Mark> rewritten) {}

    private Written write(Replacement replacement, DiffGranularity granularity) throws ProtectedMark {
        List<EditRegion> regions = regions(replacement, granularity);
        Signature signature = edit.signature().inGroup(group(regions));
        var comments = new CommentChange(text, oldText, newText, signature);
        Set<Mark> removed = comments.removed(replacement.starts());
        Set<Mark> rewritten = new HashSet<>(removed);
        List<RawChange> changes = new ArrayList<>();
        for (EditRegion region : regions) {
            changes.add(EditRegionWriter.write(text, region, granularity, signature, removed));
            rewritten.addAll(region.own());
        }
        for (Mark mark : removed) {
            if (regions.stream().noneMatch(region -> covers(region, mark))) {
                changes.add(new RawChange(mark.whole(), ""));
            }
        }
        MarkedText edited = MarkedText.parse(RawChange.apply(text.raw(), changes));
        boolean hasExpectedLength =
                edited.accepted().text().length() == replacement.result().length();
        if (comments.added().isEmpty() || !hasExpectedLength) {
            return new Written(edited, rewritten);
        }
        return new Written(MarkedText.parse(comments.insertAdded(edited, replacement)), rewritten);
    }

    private List<EditRegion> regions(Replacement replacement, DiffGranularity granularity) throws ProtectedMark {
        var around = new EditRegions(text, edit.signature());
        List<EditRegion> regions = around.around(hunks(replacement, granularity));
        if (granularity == DiffGranularity.READABLE
                && !own(regions).equals(own(around.around(hunks(replacement, DiffGranularity.WORDS))))) {
            throw new ProtectedMark("The author's other suggestions outside the changed words must not change.");
        }
        return regions;
    }

    private static Set<Mark> own(List<EditRegion> regions) {
        return regions.stream().flatMap(region -> region.own().stream()).collect(Collectors.toSet());
    }

    /** Returns the group of the suggestion that the edit changes further, so that it stays one suggestion. */
    private @Nullable String group(List<EditRegion> regions) {
        return regions.stream()
                .flatMap(region -> region.own().stream())
                .map(Mark::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(edit.signature().group());
    }

    private List<Hunk> hunks(Replacement replacement, DiffGranularity granularity) {
        boolean exact = edit.signature().isPlain() || granularity == DiffGranularity.GRAPHEMES;
        return exact ? replacement.exactHunks(granularity) : replacement.wordHunks(granularity);
    }

    private static boolean covers(EditRegion region, Mark mark) {
        return region.range().start() <= mark.whole().start()
                && mark.whole().end() <= region.range().end();
    }

    private static List<Integer> lines(Replacement replacement, String result) {
        var lines = new LineNumbers(result);
        return IntStream.range(0, replacement.starts().size())
                .map(replacement::resultStart)
                .map(lines::lineOf)
                .boxed()
                .toList();
    }
}
