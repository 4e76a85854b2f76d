package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import java.util.ArrayList;
import java.util.List;

/** Where in the accepted view a caller's text stands, its comments included. */
final class Occurrences {

    private Occurrences() {}

    /** All beginnings, ascending; they may overlap. */
    static List<Integer> find(MarkedText text, CommentedText wanted) {
        String view = text.accepted().text();
        List<Integer> found = new ArrayList<>();
        int at = view.indexOf(wanted.visible());
        while (at >= 0) {
            if (matching(text, wanted, at).size() == wanted.comments().size()) {
                found.add(at);
            }
            at = at < view.length() ? view.indexOf(wanted.visible(), at + 1) : -1;
        }
        return found;
    }

    static List<Integer> withoutOverlaps(List<Integer> found, int length) {
        List<Integer> apart = new ArrayList<>();
        for (int at : found) {
            if (apart.isEmpty() || at >= apart.getLast() + Math.max(length, 1)) {
                apart.add(at);
            }
        }
        return apart;
    }

    /** The comments of the document that the wanted ones stand for, in order, as far as they are there. */
    static List<Mark> matching(MarkedText text, CommentedText wanted, int at) {
        List<Mark> matching = new ArrayList<>();
        if (wanted.comments().isEmpty()) {
            return matching;
        }
        List<Mark> there = text.comments();
        int next = 0;
        for (CommentedText.Comment comment : wanted.comments()) {
            while (next < there.size() && !isAt(text, there.get(next), at + comment.offset(), comment.text())) {
                next++;
            }
            if (next < there.size()) {
                matching.add(there.get(next++));
            }
        }
        return matching;
    }

    private static boolean isAt(MarkedText text, Mark mark, int position, String comment) {
        return text.accepted().fromRaw(mark.whole().start()) == position
                && mark.text().in(text.raw()).replace("\r\n", "\n").equals(comment);
    }
}
