package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.diff.Hunk;
import java.util.ArrayList;
import java.util.List;

/**
 * A range of raw text that an edit rewrites as a unit: the edited words, and the author's own pending suggestions that
 * touch them. These suggestions are rewritten against their original text.
 *
 * @param own the author's own suggestion marks within the range, ascending
 * @param hunks the changes within the range, as positions of the accepted view
 */
record EditRegion(TextRange range, List<Mark> own, List<Hunk> hunks) {

    /** Returns true if a region that begins later overlaps or touches this one. */
    boolean reaches(EditRegion next) {
        return next.range.start() <= range.end();
    }

    /** Returns the region that covers both. */
    EditRegion joined(EditRegion next) {
        List<Mark> marks = new ArrayList<>(own);
        next.own.stream().filter(mark -> !own.contains(mark)).forEach(marks::add);
        List<Hunk> all = new ArrayList<>(hunks);
        all.addAll(next.hunks);
        int end = Math.max(range.end(), next.range.end());
        return new EditRegion(new TextRange(Math.min(range.start(), next.range.start()), end), marks, all);
    }
}
