package dev.mooring.vault.moves;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.edit.RawChange;
import dev.mooring.vault.links.LocatedLink;
import dev.mooring.vault.text.ShortHash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An idempotent change of the text of one document. If the document has changed since the change was planned, the change
 * is located again: links by their targets, and the mark by its text.
 *
 * @param path the path of the document after the move
 * @param base a hash of the text that the positions refer to
 * @param result a hash of the text after the change
 * @param places ascending and without overlaps
 */
record TextChange(String path, String base, String result, List<Place> places) {

    private static final int HASH_BYTES = 16;

    TextChange {
        places = List.copyOf(places);
    }

    /**
     * A replaced range of text.
     *
     * @param style how the link is written; null for the mark that proposes the move
     */
    record Place(LocatedLink.@Nullable Style style, int start, String before, String after) {

        RawChange change() {
            return new RawChange(new TextRange(start, start + before.length()), after);
        }

        boolean isMark() {
            return style == null;
        }
    }

    static TextChange of(String path, String raw, List<Place> places) {
        List<Place> inOrder =
                places.stream().sorted(Comparator.comparingInt(Place::start)).toList();
        return new TextChange(path, hash(raw), hash(exact(raw, inOrder)), inOrder);
    }

    private static String hash(String text) {
        return ShortHash.of(text, HASH_BYTES);
    }

    private static String exact(String raw, List<Place> places) {
        return RawChange.apply(raw, places.stream().map(Place::change).toList());
    }

    /** Returns the change that undoes this one, at another path. */
    TextChange inverse(String otherPath) {
        List<Place> inverted = new ArrayList<>();
        int shift = 0;
        for (Place place : places) {
            inverted.add(new Place(place.style, place.start + shift, place.after, place.before));
            shift += place.after.length() - place.before.length();
        }
        return new TextChange(otherPath, result, base, inverted);
    }

    /** Returns whether the text is exactly the one that the change was planned for, or the one that it leads to. */
    boolean isPlannedFor(String raw) {
        String hash = hash(raw);
        return hash.equals(base) || hash.equals(result);
    }

    /** Returns whether the change expects the mark that proposes the move, and the text contains it. */
    boolean findsMark(String raw) {
        return mark().isPresent() && raw.contains(mark().get());
    }

    /** Returns the changed text; empty if there is nothing left to change. */
    Optional<String> applyTo(String raw) {
        String hash = hash(raw);
        if (hash.equals(result)) {
            return Optional.empty();
        }
        String changed = hash.equals(base) ? exact(raw, places) : again(raw);
        return changed.equals(raw) ? Optional.empty() : Optional.of(changed);
    }

    private Optional<String> mark() {
        return places.stream()
                .filter(place -> place.isMark() && !place.before.isEmpty())
                .map(Place::before)
                .findFirst();
    }

    private String again(String raw) {
        List<RawChange> changes = new ArrayList<>();
        if (places.stream().anyMatch(Place::isMark)) {
            // One write removes the mark and changes the links. So without the mark, the links are changed already.
            if (!findsMark(raw)) {
                return raw;
            }
            String mark = mark().orElseThrow();
            int at = raw.indexOf(mark);
            changes.add(new RawChange(new TextRange(at, at + mark.length()), ""));
        }
        changes.addAll(linkChanges(raw));
        return RawChange.apply(raw, changes);
    }

    private List<RawChange> linkChanges(String raw) {
        List<RawChange> changes = new ArrayList<>();
        for (MarkedLinks.MarkedLink marked : MarkedLinks.of(MarkedText.parse(raw))) {
            if (marked.places().size() == 1) {
                TextRange range = marked.places().getFirst();
                newTarget(marked.link().style(), range.in(raw))
                        .ifPresent(target -> changes.add(new RawChange(range, target)));
            }
        }
        return changes;
    }

    private Optional<String> newTarget(LocatedLink.Style style, String written) {
        return places.stream()
                .filter(place -> place.style == style && place.before.equals(written))
                .map(Place::after)
                .findFirst();
    }
}
