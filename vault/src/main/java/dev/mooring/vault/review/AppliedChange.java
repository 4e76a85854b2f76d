package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.edit.RawChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A change that a decision made to a document, kept for undo.
 *
 * <p>If the document has not changed since the decision, undo knows all positions and restores the document as it was.
 * Otherwise it searches for each replacement together with the text around it, which must occur exactly once.
 *
 * @param version the fingerprint of the document after the decision
 */
record AppliedChange(String version, List<Place> places) {

    private static final int CONTEXT = 60;

    /**
     * A replaced range of text.
     *
     * @param start where {@code after} starts in the document after the decision
     * @param before the text before the decision
     * @param after the text after the decision
     * @param contextBefore the unchanged text before the range
     * @param contextAfter the unchanged text after the range
     */
    record Place(int start, String before, String after, String contextBefore, String contextAfter) {}

    /** Records the changes that turned one raw text into another. */
    static AppliedChange of(String before, List<RawChange> changes, String after) {
        List<Place> places = new ArrayList<>();
        int shift = 0;
        List<RawChange> inOrder = changes.stream()
                .sorted(Comparator.comparingInt(change -> change.range().start()))
                .toList();
        for (RawChange change : inOrder) {
            int at = change.range().start() + shift;
            int end = at + change.text().length();
            places.add(new Place(
                    at,
                    change.range().in(before),
                    change.text(),
                    after.substring(Math.max(0, at - CONTEXT), at),
                    after.substring(end, Math.min(after.length(), end + CONTEXT))));
            shift += change.text().length() - change.range().length();
        }
        return new AppliedChange(Fingerprint.of(after), places);
    }

    /** Returns the raw text with the change undone; empty if a place is missing or ambiguous. */
    Optional<String> undoIn(String raw) {
        boolean isUnchanged = Fingerprint.of(raw).equals(version);
        List<RawChange> changes = new ArrayList<>();
        int from = 0;
        for (Place place : places) {
            int at = isUnchanged ? place.start() : find(place, raw);
            if (at < from) {
                return Optional.empty();
            }
            from = at + place.after().length();
            changes.add(new RawChange(new TextRange(at, from), place.before()));
        }
        String restored = RawChange.apply(raw, changes);
        return isUnchanged || keepsOtherMarks(raw, restored) ? Optional.of(restored) : Optional.empty();
    }

    /** Returns the position of a place; -1 if the text does not contain it exactly once. */
    private static int find(Place place, String raw) {
        String whole = place.contextBefore() + place.after() + place.contextAfter();
        int first = raw.indexOf(whole);
        return first < 0 || raw.indexOf(whole, first + 1) >= 0
                ? -1
                : first + place.contextBefore().length();
    }

    /** Returns whether the restored marks are marks again, and all other marks still are. */
    private boolean keepsOtherMarks(String raw, String restored) {
        return places.stream()
                        .mapToInt(place -> countMarks(place.before()) - countMarks(place.after()))
                        .sum()
                == countMarks(restored) - countMarks(raw);
    }

    private static int countMarks(String raw) {
        List<Mark> marks = MarkedText.parse(raw).marks();
        return marks.size();
    }
}
