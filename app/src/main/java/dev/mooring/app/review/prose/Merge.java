package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Alignment.Atom;
import dev.mooring.app.review.prose.Alignment.Pair;
import dev.mooring.app.review.prose.Content.Element;
import dev.mooring.app.review.prose.Content.Letters;
import dev.mooring.app.review.prose.ProseHtml.Presence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Merges the contents of two sides: corresponding contents are shown once, all others as old or new. */
final class Merge {

    private final Sides sides;
    private final ProseHtml html;

    Merge(Sides sides, ProseHtml html) {
        this.sides = sides;
        this.html = html;
    }

    /** Writes both lists of contents. */
    void write(List<Content> before, List<Content> after) {
        if (Content.lookAlike(before, after)) {
            html.all(after, Presence.BOTH);
            return;
        }
        List<Atom> old = Alignment.atoms(before, sides.before());
        List<Atom> fresh = Alignment.atoms(after, sides.after());
        walk(Alignment.of(old, fresh), old.size(), fresh.size(), (i, j) -> {
            if (j < 0) {
                one(old.get(i), Presence.OLD);
            } else if (i < 0) {
                one(fresh.get(j), Presence.NEW);
            } else {
                both(old.get(i), fresh.get(j));
            }
        });
    }

    /** Visits the indexes of two aligned lists in order; -1 stands for no partner. */
    static void walk(List<Pair> pairs, int before, int after, BiConsumer<Integer, Integer> visitor) {
        int i = 0;
        int j = 0;
        for (int p = 0; p <= pairs.size(); p++) {
            int toBefore = p < pairs.size() ? pairs.get(p).before() : before;
            int toAfter = p < pairs.size() ? pairs.get(p).after() : after;
            while (i < toBefore) {
                visitor.accept(i++, -1);
            }
            while (j < toAfter) {
                visitor.accept(-1, j++);
            }
            if (p < pairs.size()) {
                visitor.accept(i++, j++);
            }
        }
    }

    private void one(Atom atom, Presence presence) {
        if (atom.content() instanceof Letters letters) {
            html.letter(letters, atom.index(), presence);
        } else {
            html.one(atom.content(), presence);
        }
    }

    private void both(Atom old, Atom fresh) {
        if (fresh.content() instanceof Letters letters) {
            html.letter(letters, fresh.index(), Presence.BOTH);
        } else if (old.content() instanceof Element one && fresh.content() instanceof Element other) {
            element(one, other);
        }
    }

    /** Writes a block that is on one side, or on both. */
    void block(@Nullable Content before, @Nullable Content after) {
        if (before instanceof Element one && after instanceof Element other) {
            element(one, other);
        } else if (after != null) {
            html.one(after, Presence.NEW);
        } else if (before != null) {
            html.one(before, Presence.OLD);
        }
    }

    private void element(Element before, Element after) {
        if (before.looksLike(after)) {
            html.one(after, Presence.BOTH);
            return;
        }
        html.open(after, details(before, after), Presence.BOTH);
        write(before.children(), after.children());
        html.close(after);
    }

    /** Returns the details of the new element. If the address of a link has changed, they include the old address. */
    private static Map<String, String> details(Element before, Element after) {
        String old = before.details().get("href");
        if (old == null || old.equals(after.details().get("href"))) {
            return after.details();
        }
        Map<String, String> details = new LinkedHashMap<>(after.details());
        details.put("data-was", old);
        details.put("title", "was " + old);
        return details;
    }
}
