package dev.mooring.vault.review;

import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.edit.RawChange;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of raw text that a decision makes.
 *
 * @param marks the marks that the new text contains, in their order
 */
record MarkChange(RawChange change, List<String> marks) {

    /** Returns the change that removes a mark or replaces it by another one. */
    static MarkChange of(Mark mark, String newMark) {
        return new MarkChange(new RawChange(mark.whole(), newMark), newMark.isEmpty() ? List.of() : List.of(newMark));
    }

    /** Returns the change that a decision on adjacent marks makes. It leaves no marks but highlights. */
    static MarkChange decided(List<Mark> adjacent, Decision decision, String raw) {
        var left = new StringBuilder();
        List<String> highlights = new ArrayList<>();
        for (Mark mark : adjacent) {
            String text = mark.decided(decision, raw);
            left.append(text);
            if (mark.isHighlighted() && !text.isEmpty()) {
                highlights.add(text);
            }
        }
        var range = new TextRange(
                adjacent.getFirst().whole().start(), adjacent.getLast().whole().end());
        return new MarkChange(new RawChange(range, left.toString()), highlights);
    }

    /** Returns this change with a mark in addition, after the new text. */
    MarkChange followedBy(String mark) {
        List<String> more = new ArrayList<>(marks);
        more.add(mark);
        return new MarkChange(new RawChange(change.range(), change.text() + mark), more);
    }
}
