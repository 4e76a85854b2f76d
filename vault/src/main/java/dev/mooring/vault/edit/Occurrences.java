package dev.mooring.vault.edit;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import java.util.ArrayList;
import java.util.List;

/** Finds a caller's text in the accepted view, together with its comments. */
final class Occurrences {

    private Occurrences() {}

    /** Returns the start positions of all occurrences, ascending. Occurrences may overlap. */
    static List<Integer> find(MarkedText text, CommentedText searched) {
        String view = text.accepted().text();
        List<Integer> found = new ArrayList<>();
        int at = view.indexOf(searched.visible());
        while (at >= 0) {
            if (matchingComments(text, searched, at).size()
                    == searched.comments().size()) {
                found.add(at);
            }
            at = at < view.length() ? view.indexOf(searched.visible(), at + 1) : -1;
        }
        return found;
    }

    /** Returns the occurrences without those that overlap an earlier one. */
    static List<Integer> withoutOverlaps(List<Integer> found, int length) {
        List<Integer> separate = new ArrayList<>();
        for (int at : found) {
            if (separate.isEmpty() || at >= separate.getLast() + Math.max(length, 1)) {
                separate.add(at);
            }
        }
        return separate;
    }

    /** Returns the document's comments that match those of the searched text at a position; fewer if some do not match. */
    static List<Mark> matchingComments(MarkedText text, CommentedText searched, int at) {
        List<Mark> matching = new ArrayList<>();
        if (searched.comments().isEmpty()) {
            return matching;
        }
        List<Mark> existing = text.comments();
        int next = 0;
        for (CommentedText.Comment comment : searched.comments()) {
            while (next < existing.size() && !isAt(text, existing.get(next), at + comment.offset(), comment.text())) {
                next++;
            }
            if (next < existing.size()) {
                matching.add(existing.get(next++));
            }
        }
        return matching;
    }

    private static boolean isAt(MarkedText text, Mark mark, int position, String comment) {
        return text.accepted().fromRaw(mark.whole().start()) == position
                && mark.text().in(text.raw()).replace("\r\n", "\n").equals(comment);
    }
}
