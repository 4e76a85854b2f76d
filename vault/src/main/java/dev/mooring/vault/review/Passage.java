package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The text of a suggestion before and after its acceptance, with the unchanged text between its changes. */
final class Passage {

    /** Unchanged text between two changes is shown up to this length. */
    private static final int MAX_GAP = 160;

    private static final int SHOWN_OF_GAP = 50;

    private Passage() {}

    static String before(MarkedText text, Suggestion suggestion) {
        return passage(text, suggestion, mark -> switch (mark.proposal()) {
            case null -> mark.rejected().in(text.raw());
            case Proposal.Property property -> property.before();
            case Proposal.Move _, Proposal.Delete _ -> "";
        });
    }

    static String after(MarkedText text, Suggestion suggestion) {
        return passage(text, suggestion, mark -> switch (mark.proposal()) {
            case null -> mark.accepted().in(text.raw());
            case Proposal.Property property -> property.after();
            case Proposal.Move(String to) -> to;
            case Proposal.Delete _ -> "";
        });
    }

    private static String passage(MarkedText text, Suggestion suggestion, Function<Mark, String> shown) {
        var out = new StringBuilder();
        Mark last = null;
        for (Mark mark : suggestion.marks()) {
            if (last != null) {
                boolean isText = last.isSuggestion() && mark.isSuggestion();
                out.append(isText ? shortened(gap(text, last, mark)) : "\n");
            }
            out.append(shown.apply(mark));
            last = mark;
        }
        return out.toString();
    }

    /** Returns the text between two marks, with the suggestions of others accepted. */
    private static String gap(MarkedText text, Mark from, Mark to) {
        if (from.whole().end() == to.whole().start()) {
            return "";
        }
        int start = text.accepted().fromRaw(from.whole().end());
        int end = text.accepted().fromRaw(to.whole().start());
        return text.accepted().text().substring(start, end);
    }

    /** Leaves out the lines between two changes, and the middle of a long line. */
    private static String shortened(String gap) {
        int firstEnd = gap.indexOf('\n');
        int lastStart = gap.lastIndexOf('\n') + 1;
        boolean hasLines = firstEnd >= 0 && !gap.substring(firstEnd, lastStart).isBlank();
        if (!hasLines && gap.length() <= MAX_GAP) {
            return gap;
        }
        int head = hasLines && firstEnd <= SHOWN_OF_GAP ? firstEnd : gap.lastIndexOf(' ', SHOWN_OF_GAP);
        int shortest = gap.length() - SHOWN_OF_GAP;
        int tail = hasLines && lastStart >= shortest ? lastStart : gap.indexOf(' ', shortest) + 1;
        return gap.substring(0, Math.max(head, 0)) + " … " + (tail == 0 ? "" : gap.substring(tail));
    }

    /** Returns the complete passage after an acceptance; empty if marks of others are in it. */
    static Optional<String> editable(MarkedText text, Suggestion suggestion) {
        if (suggestion.marks().stream().anyMatch(mark -> !mark.isSuggestion())) {
            return Optional.empty();
        }
        Set<Mark> own = new HashSet<>(suggestion.marks());
        own.addAll(suggestion.comments());
        List<Mark> inside = new ArrayList<>(text.marksWithin(suggestion.whole()));
        if (!own.containsAll(inside)) {
            return Optional.empty();
        }
        int start = text.accepted().fromRaw(suggestion.whole().start());
        int end = text.accepted().fromRaw(suggestion.whole().end());
        return Optional.of(text.accepted().text().substring(start, end));
    }
}
