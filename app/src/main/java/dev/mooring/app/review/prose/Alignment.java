package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds which contents of two lists are the same. Contents that are made of the same common text correspond to each other.
 * If several do, the pairs with the most common text are chosen, so that their order is the same in both lists.
 */
final class Alignment {

    /** A content, or one character of a text, and the range of common text that it is made of. */
    record Atom(Content content, int index, int from, int to) {}

    /** Two atoms that correspond, by their indexes. */
    record Pair(int before, int after, int weight) {}

    private Alignment() {}

    /** Returns the atoms of contents: each character of a text, and each element as a whole. */
    static List<Atom> atoms(List<Content> contents, Side side) {
        List<Atom> atoms = new ArrayList<>();
        for (Content content : contents) {
            if (content instanceof Letters letters) {
                for (int i = 0; i < letters.text().length(); i++) {
                    atoms.add(letter(letters, i, side));
                }
            } else {
                atoms.add(new Atom(content, 0, side.common(content.from()), side.common(content.to())));
            }
        }
        return atoms;
    }

    private static Atom letter(Letters letters, int i, Side side) {
        int from = letters.start(i);
        int to = letters.end(i);
        int start = side.common(from);
        // A character of which only a part is common is another character on the other side.
        return new Atom(letters, i, start, side.isCommon(from, to) ? side.common(to) : start);
    }

    /** Returns the corresponding atoms in ascending order. */
    static List<Pair> of(List<Atom> before, List<Atom> after) {
        List<Pair> candidates = candidates(before, after);
        int[] best = new int[candidates.size()]; // the weight of the best chain that ends with each candidate
        int[] previous = new int[candidates.size()];
        int[] bestUpTo = new int[candidates.size()]; // the index of the best chain so far
        int compatible = -1; // all candidates up to this one precede the current one on both sides
        int last = -1;
        for (int i = 0; i < candidates.size(); i++) {
            Pair pair = candidates.get(i);
            while (compatible + 1 < i && precedes(candidates.get(compatible + 1), pair)) {
                compatible++;
            }
            previous[i] = compatible < 0 ? -1 : bestUpTo[compatible];
            best[i] = pair.weight() + (previous[i] < 0 ? 0 : best[previous[i]]);
            bestUpTo[i] = i > 0 && best[bestUpTo[i - 1]] >= best[i] ? bestUpTo[i - 1] : i;
            last = bestUpTo[i];
        }
        List<Pair> chosen = new ArrayList<>();
        for (int i = last; i >= 0; i = previous[i]) {
            chosen.add(candidates.get(i));
        }
        return chosen.reversed();
    }

    private static boolean precedes(Pair one, Pair other) {
        return one.before() < other.before() && one.after() < other.after();
    }

    /** Returns all pairs that share common text, in ascending order on both sides. */
    private static List<Pair> candidates(List<Atom> before, List<Atom> after) {
        List<Pair> found = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < before.size(); i++) {
            Atom old = before.get(i);
            while (first < after.size() && after.get(first).to() <= old.from()) {
                first++;
            }
            for (int j = first; j < after.size() && after.get(j).from() < old.to(); j++) {
                int weight = weight(old, after.get(j));
                boolean inOrder = found.isEmpty()
                        || (found.getLast().before() <= i && found.getLast().after() <= j);
                if (weight > 0 && inOrder) {
                    found.add(new Pair(i, j, weight));
                }
            }
        }
        return found;
    }

    private static int weight(Atom old, Atom fresh) {
        int shared = Math.min(old.to(), fresh.to()) - Math.max(old.from(), fresh.from());
        if (shared <= 0) {
            return 0;
        }
        if (old.content() instanceof Letters one && fresh.content() instanceof Letters other) {
            boolean isSame = old.from() == fresh.from()
                    && old.to() == fresh.to()
                    && one.text().charAt(old.index()) == other.text().charAt(fresh.index());
            return isSame ? 1 : 0;
        }
        return old.content() instanceof Element one
                        && fresh.content() instanceof Element other
                        && one.canMergeWith(other)
                ? shared
                : 0;
    }
}
