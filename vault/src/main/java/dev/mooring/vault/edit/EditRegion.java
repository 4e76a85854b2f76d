package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.diff.Hunk;
import java.util.ArrayList;
import java.util.List;

/**
 * The raw text that changes together: the edited words, and the author's own pending suggestions that they touch, which
 * are written anew against their original text.
 */
record EditRegion(TextRange range, List<Mark> own, List<Hunk> hunks) {

    boolean reaches(EditRegion next) {
        return next.range.start() <= range.end();
    }

    EditRegion joined(EditRegion next) {
        List<Mark> marks = new ArrayList<>(own);
        next.own.stream().filter(mark -> !own.contains(mark)).forEach(marks::add);
        List<Hunk> all = new ArrayList<>(hunks);
        all.addAll(next.hunks);
        int end = Math.max(range.end(), next.range.end());
        return new EditRegion(new TextRange(Math.min(range.start(), next.range.start()), end), marks, all);
    }
}
