package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.diff.Hunk;
import dev.mooring.vault.text.AuthorName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the regions of raw text that an edit rewrites, and refuses edits that would change protected marks. */
final class EditRegions {

    private final MarkedText text;
    private final Signature signature;

    /** For each mark, where its accepted text begins and ends in the accepted view; both ascend. */
    private final int[] starts;

    private final int[] ends;

    EditRegions(MarkedText text, Signature signature) {
        this.text = text;
        this.signature = signature;
        List<Mark> marks = text.marks();
        starts = new int[marks.size()];
        ends = new int[marks.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = text.accepted().fromRaw(marks.get(i).whole().start());
            ends[i] = text.accepted().fromRaw(marks.get(i).whole().end());
        }
    }

    /** Returns the regions that contain the given changes of the accepted view, ascending and apart from each other. */
    List<EditRegion> around(List<Hunk> hunks) throws EditRefused {
        List<EditRegion> regions = new ArrayList<>();
        for (Hunk hunk : hunks) {
            EditRegion region = extended(around(hunk));
            while (!regions.isEmpty() && regions.getLast().reaches(region)) {
                region = regions.removeLast().joined(region);
            }
            regions.add(region);
        }
        return regions;
    }

    private EditRegion around(Hunk hunk) throws EditRefused {
        TextRange raw = rawRange(hunk);
        int start = raw.start();
        int end = raw.end();
        List<Mark> own = new ArrayList<>();
        for (int i = firstEndingAtOrAfter(hunk.start()); i < starts.length && starts[i] <= hunk.end(); i++) {
            Mark mark = text.marks().get(i);
            if (mark.kind() != MarkKind.COMMENT && overlaps(i, hunk)) {
                requireChangeable(mark);
                if (mark.isSuggestion()) {
                    own.add(mark);
                }
                start = Math.min(start, mark.whole().start());
                end = Math.max(end, mark.whole().end());
            }
        }
        return new EditRegion(new TextRange(start, end), own, List.of(hunk));
    }

    /**
     * Extends a region to the marks that touch it and belong to the same suggestion, so that adjacent marks merge. The
     * author's suggestions from other edits stay as they are.
     */
    private EditRegion extended(EditRegion region) {
        List<Mark> own = new ArrayList<>(region.own());
        Set<@Nullable String> groups = new HashSet<>();
        groups.add(signature.group());
        own.forEach(mark -> groups.add(mark.group()));
        int start = region.range().start();
        int end = region.range().end();
        int i = firstEndingAtOrAfter(text.accepted().fromRaw(start));
        int first = i;
        while (i < starts.length && text.marks().get(i).whole().start() <= end) {
            Mark mark = text.marks().get(i);
            if (mark.whole().start() == end && isOwn(mark) && groups.contains(mark.group())) {
                end = mark.whole().end();
                own.add(mark);
            }
            i++;
        }
        for (int j = Math.min(i, starts.length) - 1; j >= 0; j--) {
            Mark mark = text.marks().get(j);
            if (mark.whole().end() == start && isOwn(mark) && groups.contains(mark.group())) {
                start = mark.whole().start();
                own.addFirst(mark);
            } else if (j < first && mark.whole().end() < start) {
                break;
            }
        }
        return new EditRegion(new TextRange(start, end), own, region.hunks());
    }

    private TextRange rawRange(Hunk hunk) {
        View view = text.accepted();
        if (hunk.start() < hunk.end()) {
            return new TextRange(view.rawStart(hunk.start()), view.rawEnd(hunk.end()));
        }
        int after = text.endOfMarkAround(view.rawEnd(hunk.start()));
        int at = continuesMarkBefore(after, hunk.start()) ? after : endOfThreadAt(after);
        // People comment on a proposal directly after it.
        int afterProposals = text.endOfProposalsAt(at);
        at = afterProposals == at ? at : endOfThreadAt(afterProposals);
        return new TextRange(at, at);
    }

    /**
     * Returns true if an insertion belongs to the suggestion whose mark ends at a raw position: it is inside the mark, or
     * by the same edit at its end. Other insertions follow the comments about the suggestion, which would otherwise be
     * about the inserted text.
     */
    private boolean continuesMarkBefore(int rawPosition, int position) {
        return text.markEndingAt(rawPosition)
                .filter(mark -> mark.isSuggestion() && !mark.isHighlighted())
                .filter(mark -> position < text.accepted().fromRaw(rawPosition)
                        || (isOwn(mark) && Objects.equals(mark.group(), signature.group())))
                .isPresent();
    }

    /** Returns the end of the comments that begin at a position, so that they stay next to what they are about. */
    private int endOfThreadAt(int rawPosition) {
        int end = rawPosition;
        for (Mark mark : text.comments()) {
            end = mark.whole().start() == end ? mark.whole().end() : end;
        }
        return end;
    }

    private boolean overlaps(int mark, Hunk hunk) {
        boolean empty = starts[mark] == ends[mark] || hunk.start() == hunk.end();
        return empty
                ? isInside(starts[mark], ends[mark], hunk)
                        || isInside(hunk.start(), hunk.end(), starts[mark], ends[mark])
                : starts[mark] < hunk.end() && hunk.start() < ends[mark];
    }

    private static boolean isInside(int start, int end, Hunk hunk) {
        return isInside(start, end, hunk.start(), hunk.end());
    }

    /** Returns true for an empty range strictly within another range. */
    private static boolean isInside(int start, int end, int outerStart, int outerEnd) {
        return start == end && outerStart < start && start < outerEnd;
    }

    private boolean isOwn(Mark mark) {
        return mark.isSuggestion() && signature.owns(mark);
    }

    private void requireChangeable(Mark mark) throws EditRefused {
        if (mark.kind() == MarkKind.HIGHLIGHT
                && (signature.isPlain() || mark.text().isEmpty())) {
            throw new EditRefused("This text is inside a highlight ({==…==}), and marks cannot be nested. "
                    + "Edit text outside the highlight, or ask the user to remove it.");
        }
        if (mark.isSuggestion() && !isOwn(mark)) {
            String author = mark.author() == null ? "an unknown author" : AuthorName.inToolResult(mark.author());
            throw new EditRefused(
                    "This text is part of a pending suggestion by " + author
                            + ", which a person has to accept or reject first. Edit other text, or ask the user to review the suggestion.");
        }
    }

    private int firstEndingAtOrAfter(int position) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
