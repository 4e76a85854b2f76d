package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.vault.critic.Decision;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.review.DecisionReport;
import dev.mooring.vault.review.PendingSuggestion;
import dev.mooring.vault.review.Review;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.Reviewer;
import dev.mooring.vault.review.SuggestionFilter;
import dev.mooring.vault.review.SuggestionRef;
import dev.mooring.vault.review.UndoReport;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jline.reader.UserInterruptException;

/** Steps through suggestions in a terminal; the person decides each with one key. */
public final class TerminalReview {
    private static final String HELP = """
          a  accept                  A  accept all of this document
          r  reject                  R  reject all of this document
          w  reject and say why      p  split: decide its parts one by one
          s  skip, decide later      u  undo your last decision
          e  change, then accept     c  comment, or reply to a comment
          d  resolve the comments    ?  this help
          q  quit, also Ctrl-C
        """;

    private final Review review;
    private final SuggestionFilter filter;
    private final Reviewer reviewer;
    private final Screen screen;
    private final InstantSource clock;
    private final Set<SuggestionRef> skipped = new HashSet<>();
    private final Deque<Integer> decided = new ArrayDeque<>();

    private final Set<SuggestionRef> skippedParts = new HashSet<>();

    /** The groups of the edits whose parts the person decides one by one. */
    private final Set<String> split = new HashSet<>();

    private int accepted;
    private int rejected;

    /** Creates a review of the suggestions that match a filter. */
    public TerminalReview(
            Review review, SuggestionFilter filter, Reviewer reviewer, Screen screen, InstantSource clock) {
        this.review = review;
        this.filter = filter;
        this.reviewer = reviewer;
        this.screen = screen;
        this.clock = clock;
    }

    /** Runs until every suggestion is decided or skipped, or the person quits. Returns false if they press Ctrl-C. */
    public boolean run() throws IOException {
        try (KeyInput keys = KeyInput.open()) {
            Optional<PendingSuggestion> next = next();
            if (next.isEmpty()) {
                keys.println("No suggestions to review.");
                return true;
            }
            keys.println(screen.styled("faint", "a accept, r reject, s skip, u undo, q quit, ? all keys"));
            if (!screen.colour().enabled()) {
                keys.println("The suggestion to decide is between " + SuggestionContext.BEGIN + " and "
                        + SuggestionContext.END + ".");
            }
            return stepThrough(keys, next);
        }
    }

    private boolean stepThrough(KeyInput keys, Optional<PendingSuggestion> first) throws IOException {
        Optional<PendingSuggestion> next = first;
        try {
            boolean goesOn = true;
            while (goesOn && next.isPresent()) {
                goesOn = decide(keys, next.get());
                next = next();
            }
            keys.println(sum(next.isEmpty()));
            return true;
        } catch (UserInterruptException e) {
            keys.println(sum(false));
            return false;
        }
    }

    /** Returns the suggestions that are pending now, without the skipped ones. */
    private List<PendingSuggestion> pending() throws IOException {
        return review.pending(filter).stream()
                .flatMap(document -> document.suggestions().stream())
                .filter(suggestion -> !skipped.contains(suggestion.ref()))
                .toList();
    }

    private Optional<PendingSuggestion> next() throws IOException {
        return pending().stream().findFirst();
    }

    /** A whole suggestion, or a part of it, for the next decision of the person. */
    private record Card(ReviewedDocument document, PendingSuggestion suggestion, SuggestionRef ref, int part) {
        boolean isPart() {
            return part > 0;
        }

        Suggestion marks() {
            return Objects.requireNonNull(document.byId().get(ref.id()));
        }
    }

    /** Returns the card of a pending suggestion; empty if the suggestion was decided or changed meanwhile. */
    private Optional<Card> card(PendingSuggestion pending) throws IOException {
        Optional<ReviewedDocument> document = review.open(pending.ref().path());
        if (document.isEmpty()
                || !document.get().byId().containsKey(pending.ref().id())) {
            return Optional.empty();
        }
        if (pending.canSplit() && split.contains(groupOf(pending))) {
            for (int i = 0; i < pending.parts().size(); i++) {
                SuggestionRef part = pending.parts().get(i).ref();
                if (!skippedParts.contains(part)) {
                    return Optional.of(new Card(document.get(), pending, part, i + 1));
                }
            }
        }
        return Optional.of(new Card(document.get(), pending, pending.ref(), 0));
    }

    private static String groupOf(PendingSuggestion suggestion) {
        String group = suggestion.group();
        return suggestion.ref().path() + " " + (group == null ? suggestion.ref().id() : group);
    }

    /** Shows a suggestion and handles keys. Returns false to quit. */
    private boolean decide(KeyInput keys, PendingSuggestion suggestion) throws IOException {
        Optional<Card> found = card(suggestion);
        if (found.isEmpty()) {
            return true;
        }
        Card card = found.get();
        show(keys, card);
        while (true) {
            switch (keys.next()) {
                case 'a' -> {
                    return done(keys, Decision.ACCEPT, List.of(card.ref()), "");
                }
                case 'r' -> {
                    return done(keys, Decision.REJECT, List.of(card.ref()), "");
                }
                case 'w' -> {
                    return rejectWithReason(keys, card);
                }
                case 'A' -> {
                    return wholeDocument(keys, Decision.ACCEPT, suggestion.ref().path());
                }
                case 'R' -> {
                    return wholeDocument(keys, Decision.REJECT, suggestion.ref().path());
                }
                case 's', ' ', 'j' -> {
                    skip(keys, card);
                    return true;
                }
                case 'u' -> {
                    undo(keys);
                    return true;
                }
                case 'e' -> {
                    return change(keys, card);
                }
                case 'c' -> {
                    return comment(keys, suggestion);
                }
                case 'd' -> {
                    if (suggestion.thread().isEmpty()) {
                        keys.println(screen.styled("faint", "no comments to resolve"));
                    } else {
                        return report(keys, review.resolve(reviewer, List.of(suggestion.ref())), "resolved", false);
                    }
                }
                case 'p' -> {
                    if (suggestion.canSplit() && !card.isPart()) {
                        split.add(groupOf(suggestion));
                        return true;
                    }
                    keys.println(screen.styled("faint", "this cannot be split further"));
                }
                case 'q' -> {
                    return false;
                }
                case '?', 'h' -> keys.print(HELP);
                default -> keys.println(screen.styled("faint", "? shows the keys"));
            }
        }
    }

    private void show(KeyInput keys, Card card) throws IOException {
        PendingSuggestion suggestion = card.suggestion();
        int left = pending().size();
        keys.println("");
        keys.println(screen.styled("bold", Printable.oneLine(card.document().path()) + ":" + suggestion.line())
                + screen.styled(
                        "faint",
                        "  " + PendingReport.signature(suggestion, clock.instant()) + about(card) + "  " + left
                                + " left"));
        keys.println(new SuggestionContext(card.document(), card.marks(), screen)
                .text()
                .indent(2)
                .stripTrailing());
        // The context already shows the first comment of a thread.
        for (PendingSuggestion.ThreadComment comment :
                suggestion.thread().stream().skip(suggestion.comment() ? 1 : 0).toList()) {
            keys.println("    " + screen.styled("faint", Printable.oneLine(comment.authorName()) + ": ")
                    + Printable.oneLine(comment.text())
                    + (comment.done() ? screen.styled("faint", " (resolved)") : ""));
        }
    }

    private static String about(Card card) {
        PendingSuggestion suggestion = card.suggestion();
        int parts = suggestion.parts().size();
        if (card.isPart()) {
            return ", part " + card.part() + " of " + parts;
        }
        return switch (suggestion.kind()) {
            case CHANGE -> parts > 1 ? ", " + parts + " parts (p splits)" : "";
            case NEW_DOCUMENT -> ", a new document";
            case COMMENT -> ", a comment";
            case PROPERTY -> ", a property";
            case MOVE -> ", moves the document";
            case DELETE -> ", deletes the document";
        };
    }

    private void skip(KeyInput keys, Card card) {
        if (card.isPart()) {
            skippedParts.add(card.ref());
        }
        List<PendingSuggestion.Part> parts = card.suggestion().parts();
        if (!card.isPart() || parts.stream().allMatch(part -> skippedParts.contains(part.ref()))) {
            skipped.add(card.suggestion().ref());
        }
        keys.println(screen.styled("faint", "skipped"));
    }

    private boolean rejectWithReason(KeyInput keys, Card card) throws IOException {
        Optional<String> reason = keys.line("reason, for the assistant to read (Ctrl-D cancels): ", "");
        return reason.isEmpty() || done(keys, Decision.REJECT, List.of(card.ref()), reason.get());
    }

    private boolean done(KeyInput keys, Decision decision, List<SuggestionRef> refs, String reason) throws IOException {
        boolean accepts = decision == Decision.ACCEPT;
        DecisionReport report =
                accepts ? review.decide(reviewer, decision, refs) : review.reject(reviewer, refs, reason);
        int number = report.applied().size();
        if (accepts) {
            accepted += number;
        } else {
            rejected += number;
        }
        if (number > 0) {
            decided.push(accepts ? number : -number);
            keys.println(screen.styled(
                    accepts ? "fg(green)" : "fg(red)",
                    (accepts ? "accepted" : "rejected") + (number == 1 ? "" : " " + number)));
        }
        report.moved()
                .forEach(it ->
                        keys.println(screen.styled("faint", "moved to " + Printable.oneLine(it.to()) + links(it))));
        report.refused().stream()
                .map(DecisionReport.Refusal::reason)
                .distinct()
                .forEach(why -> keys.println(screen.styled("fg(yellow)", "Not decided. " + why)));
        return true;
    }

    private static String links(DecisionReport.Moved moved) {
        int number = moved.rewritten().size();
        return number == 0 ? "" : ", links rewritten in " + number + (number == 1 ? " document" : " documents");
    }

    private boolean wholeDocument(KeyInput keys, Decision decision, String path) throws IOException {
        List<SuggestionRef> refs = pending().stream()
                .map(PendingSuggestion::ref)
                .filter(ref -> ref.path().equals(path))
                .toList();
        String word = decision == Decision.ACCEPT ? "Accept" : "Reject";
        keys.print(word + " all " + refs.size() + " in " + Printable.oneLine(path) + "? y/n ");
        boolean agrees = keys.next() == 'y';
        keys.println(agrees ? "y" : "n");
        return !agrees || done(keys, decision, refs, "");
    }

    private void undo(KeyInput keys) throws IOException {
        Optional<UndoReport> report = review.undo(reviewer);
        if (report.isEmpty()) {
            keys.println(screen.styled("faint", "nothing to undo"));
            return;
        }
        if (report.get().conflicts().isEmpty()) {
            Integer last = decided.poll();
            int number = last == null ? 0 : last;
            accepted -= Math.max(number, 0);
            rejected -= Math.max(-number, 0);
            keys.println(screen.styled("fg(yellow)", "undone: " + report.get().decision()));
        } else {
            keys.println(screen.styled(
                    "fg(yellow)",
                    "Cannot undo in " + String.join(", ", report.get().conflicts())
                            + ": the document has changed since. Edit it instead."));
        }
    }

    private boolean change(KeyInput keys, Card card) throws IOException {
        Optional<String> text = card.document().editableText(card.ref().id());
        if (text.isEmpty() || text.get().contains("\n")) {
            String why = text.isEmpty()
                    ? "This suggestion has no text that can be changed here. Accept or reject it."
                    : "The suggestion has several lines. Edit it in an editor or on the web page.";
            keys.println(screen.styled("fg(yellow)", why));
            return true;
        }
        Optional<String> words = keys.line("new text (Ctrl-D cancels): ", text.get());
        if (words.isEmpty()) {
            return true;
        }
        DecisionReport report = review.acceptAs(reviewer, card.ref(), words.get());
        return report(keys, report, "accepted as changed", true);
    }

    private boolean comment(KeyInput keys, PendingSuggestion suggestion) throws IOException {
        Optional<String> words = keys.line("comment (Ctrl-D cancels): ", "").filter(line -> !line.isBlank());
        return words.isEmpty()
                || report(keys, review.comment(reviewer, suggestion.ref(), words.get()), "commented", false);
    }

    private boolean report(KeyInput keys, DecisionReport report, String what, boolean accepts) {
        if (report.refused().isEmpty()) {
            accepted += accepts ? 1 : 0;
            decided.push(accepts ? 1 : 0);
            keys.println(screen.styled("fg(green)", what));
        } else {
            keys.println(screen.styled(
                    "fg(yellow)", "Not decided. " + report.refused().getFirst().reason()));
        }
        return true;
    }

    private String sum(boolean isAll) {
        String sum = "\n" + accepted + " accepted, " + rejected + " rejected, " + skipped.size() + " skipped";
        return isAll && skipped.isEmpty() ? sum + ". No suggestions left." : sum + ".";
    }
}
