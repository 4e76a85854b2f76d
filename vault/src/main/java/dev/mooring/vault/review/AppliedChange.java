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
 * A change that a decision made in a document, kept so that it can be taken back.
 *
 * <p>As long as the document is what the decision left, places are known exactly. If it changed since, a place must be
 * found again by what was written there and the text on both sides, and only there.
 *
 * @param version the document's as the decision left it
 */
record AppliedChange(String version, List<Place> places) {

    private static final int CONTEXT = 60;

    /**
     * One stretch of text that was replaced.
     *
     * @param at where {@code now} stands in the text that the decision left
     */
    record Place(int at, String was, String now, String textBefore, String textAfter) {}

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

    /** The text with the change taken back; empty if that cannot be done without guessing. */
    Optional<String> takenBackIn(String raw) {
        boolean isAsLeft = Fingerprint.of(raw).equals(version);
        List<RawChange> changes = new ArrayList<>();
        int from = 0;
        for (Place place : places) {
            int at = isAsLeft ? place.at() : found(place, raw);
            if (at < from) {
                return Optional.empty();
            }
            from = at + place.now().length();
            changes.add(new RawChange(new TextRange(at, from), place.was()));
        }
        String restored = RawChange.apply(raw, changes);
        return holdsAsBefore(raw, restored) ? Optional.of(restored) : Optional.empty();
    }

    /** The one place; -1 if there is none or several. */
    private static int found(Place place, String raw) {
        String whole = place.textBefore() + place.now() + place.textAfter();
        int first = raw.indexOf(whole);
        return first < 0 || raw.indexOf(whole, first + 1) >= 0
                ? -1
                : first + place.textBefore().length();
    }

    /** Whether the marks that came back count as marks, and all others still do. */
    private boolean holdsAsBefore(String raw, String restored) {
        return places.stream()
                        .mapToInt(place -> marks(place.was()) - marks(place.now()))
                        .sum()
                == marks(restored) - marks(raw);
    }

    private static int marks(String raw) {
        List<Mark> marks = MarkedText.parse(raw).marks();
        return marks.size();
    }
}
