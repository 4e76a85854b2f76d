package dev.mooring.vault.edit;

import dev.mooring.vault.critic.FrontMatterChange;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.MergeConflicts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes a replacement of visible text as a suggestion, with the largest readable changes that disturb no other mark. */
final class SuggestionWriter {

    private final MarkedText text;
    private final CommentedText oldText;
    private final CommentedText newText;
    private final Signature signature;
    private final @Nullable String group;

    /** @param group the group of the new marks; null to keep the group of the suggestion that the edit changes further */
    SuggestionWriter(
            MarkedText text,
            CommentedText oldText,
            CommentedText newText,
            Signature signature,
            @Nullable String group) {
        this.text = text;
        this.oldText = oldText;
        this.newText = newText;
        this.signature = signature;
        this.group = group;
    }

    /** The outcome of writing. */
    sealed interface Outcome {}

    /**
     * The change was written as a suggestion.
     *
     * @param positions where the replacements begin in the new accepted view
     */
    record Suggested(
            MarkedText text,
            List<Integer> positions,
            @Nullable String group) implements Outcome {}

    /** @param reason why, and what to do instead, as a message for the model */
    record Refused(String reason) implements Outcome {}

    Outcome write(Replacement replacement) {
        Optional<String> conflict = conflict(replacement);
        if (conflict.isPresent()) {
            return new Refused(conflict.get());
        }
        EditParts parts;
        try {
            parts = EditParts.of(text, replacement, oldText, newText, signature);
        } catch (EditRefused e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
        String problem = "";
        for (DiffGranularity granularity : granularities()) {
            try {
                Written written = write(parts, granularity);
                Optional<String> found = parts.findProblem(written.text)
                        .or(() -> new EditCheck(text, parts.expectedView(written.text))
                                .findProblem(written.text, written.rewritten));
                if (found.isEmpty()) {
                    return new Suggested(written.text, positions(parts, replacement, written.text), written.group);
                }
                problem = problem.isEmpty() ? found.get() : problem;
            } catch (TooWide e) {
                problem = problem.isEmpty() ? TooWide.REASON : problem;
            } catch (EditRefused e) {
                if (granularity != DiffGranularity.READABLE) {
                    problem = problem.isEmpty() ? String.valueOf(e.getMessage()) : problem;
                    break;
                }
            }
        }
        return new Refused(problem);
    }

    /** Returns why text inside an unresolved merge conflict must not change; empty if the replacement is outside. */
    private static Optional<String> conflict(Replacement replacement) {
        if (!MergeConflicts.arePossibleIn(replacement.view())) {
            return Optional.empty();
        }
        var lines = new LineNumbers(replacement.view());
        for (MergeConflicts.Conflict conflict : MergeConflicts.find(lines)) {
            int from = lines.start(conflict.firstLine());
            int to = lines.end(conflict.lastLine());
            boolean isInside = replacement.starts().stream()
                    .anyMatch(start ->
                            start <= to && start + replacement.oldText().length() >= from);
            if (isInside) {
                return Optional.of(
                        "Lines " + conflict.firstLine() + "-" + conflict.lastLine()
                                + " are an unresolved Git merge conflict. Ask the user to resolve it first, or edit other text.");
            }
        }
        return Optional.empty();
    }

    private List<DiffGranularity> granularities() {
        return signature.isPlain()
                ? List.of(DiffGranularity.BLOCK)
                : List.of(
                        DiffGranularity.READABLE,
                        DiffGranularity.WORDS,
                        DiffGranularity.GRAPHEMES,
                        DiffGranularity.BLOCK);
    }

    private record Written(
            MarkedText text, Set<Mark> rewritten, @Nullable String group) {}

    private Written write(EditParts parts, DiffGranularity granularity) throws EditRefused {
        List<EditRegion> regions =
                parts.body().isPresent() ? regions(parts.body().get(), granularity) : List.of();
        if ((parts.matter().isPresent() || hasProposedProperties())
                && regions.stream().anyMatch(this::reachesFrontMatter)) {
            throw new TooWide();
        }
        String used = group(parts, regions);
        Signature signed = signature.inGroup(used);
        var comments = new CommentChange(text, oldText, newText, signed);
        Set<Mark> removed = parts.matter().isPresent() ? Set.of() : comments.removed(parts.starts());
        Set<Mark> rewritten = new HashSet<>(removed);
        List<RawChange> changes = new ArrayList<>();
        parts.matter().ifPresent(matter -> {
            changes.addAll(matter.changes(used));
            rewritten.addAll(matter.superseded());
        });
        for (EditRegion region : regions) {
            changes.add(EditRegionWriter.write(text, region, granularity, signed, removed));
            rewritten.addAll(region.own());
            text.marksWithin(region.range()).stream()
                    .filter(mark -> mark.kind() == MarkKind.HIGHLIGHT)
                    .forEach(rewritten::add);
        }
        for (Mark mark : removed) {
            if (regions.stream().noneMatch(region -> covers(region, mark))) {
                changes.add(new RawChange(mark.whole(), ""));
            }
        }
        MarkedText edited = MarkedText.parse(RawChange.apply(text.raw(), changes));
        boolean addsComments = !comments.added().isEmpty()
                && parts.body().isPresent()
                && edited.accepted().text().length()
                        == parts.body().get().result().length();
        return new Written(
                addsComments
                        ? MarkedText.parse(
                                comments.insertAdded(edited, parts.body().get()))
                        : edited,
                rewritten,
                used);
    }

    private List<EditRegion> regions(Replacement replacement, DiffGranularity granularity) throws EditRefused {
        var around = new EditRegions(text, signature);
        if (signature.isPlain() || granularity == DiffGranularity.GRAPHEMES) {
            return around.around(replacement.exactHunks(granularity));
        }
        Replacement.WordParts parts = replacement.wordParts();
        List<Hunk> hunks = parts.hunks(granularity);
        List<EditRegion> regions = around.around(hunks);
        if (granularity == DiffGranularity.READABLE) {
            List<Hunk> words = parts.hunks(DiffGranularity.WORDS);
            if (!hunks.equals(words) && !own(regions).equals(own(around.around(words)))) {
                throw new EditRefused("The author's other suggestions outside the changed words must not change.");
            }
            if (regions.stream().anyMatch(this::hasHighlight)) {
                throw new EditRefused("A highlight must not grow to the whole sentence.");
            }
        }
        return regions;
    }

    /** Thrown when a change of the text below reaches into the front matter. A finer diff may avoid that. */
    private static final class TooWide extends EditRefused {
        private static final long serialVersionUID = 1;

        static final String REASON =
                "The change would reach from the text into the front matter. Edit them one after the other.";

        TooWide() {
            super(REASON);
        }
    }

    private boolean hasProposedProperties() {
        return text.marks().stream().anyMatch(mark -> mark.proposal() instanceof Proposal.Property);
    }

    private boolean reachesFrontMatter(EditRegion region) {
        return region.range().start() < FrontMatterChange.of(text).range().end()
                || region.hunks().getFirst().start()
                        < MarkedText.bodyStart(text.accepted().text());
    }

    private boolean hasHighlight(EditRegion region) {
        return text.marksWithin(region.range()).stream().anyMatch(mark -> mark.kind() == MarkKind.HIGHLIGHT);
    }

    private static Set<Mark> own(List<EditRegion> regions) {
        return regions.stream().flatMap(region -> region.own().stream()).collect(Collectors.toSet());
    }

    /** Returns the group of the suggestion that the edit changes further, so that it stays one suggestion. */
    private @Nullable String group(EditParts parts, List<EditRegion> regions) {
        if (group != null) {
            return group;
        }
        return regions.stream()
                .flatMap(region -> region.own().stream())
                .map(Mark::group)
                .filter(Objects::nonNull)
                .findFirst()
                .or(() -> parts.matter().map(FrontMatterEdit::group))
                .orElse(signature.group());
    }

    private static boolean covers(EditRegion region, Mark mark) {
        return region.range().start() <= mark.whole().start()
                && mark.whole().end() <= region.range().end();
    }

    private List<Integer> positions(EditParts parts, Replacement replacement, MarkedText edited) {
        if (parts.matter().isPresent()) {
            return List.of(
                    commonPrefix(text.accepted().text(), edited.accepted().text()));
        }
        return IntStream.range(0, replacement.starts().size())
                .map(replacement::resultStart)
                .boxed()
                .toList();
    }

    /** Returns the length of the longest common prefix of two texts. */
    static int commonPrefix(String one, String other) {
        int limit = Math.min(one.length(), other.length());
        int at = 0;
        while (at < limit && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }
}
