package dev.mooring.app.review.terminal;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.vault.critic.Decision;
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
import java.util.Optional;
import java.util.Set;
import org.jline.reader.UserInterruptException;

/** Steps through suggestions in a terminal; the person decides each with one key. */
public final class TerminalReview {
    private static final String HELP = """
          a  accept                  A  accept all of this document
          r  reject                  R  reject all of this document
          s  skip, decide later      u  undo your last decision
          e  change, then accept     c  comment, for the assistant to read
          q  quit, also Ctrl-C       ?  this help
        """;

    private final Review review;
    private final SuggestionFilter filter;
    private final Reviewer reviewer;
    private final Screen screen;
    private final InstantSource clock;
    private final Set<SuggestionRef> skipped = new HashSet<>();
    private final Deque<Integer> decided = new ArrayDeque<>();
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

    /** Shows a suggestion and handles keys. Returns false to quit. */
    private boolean decide(KeyInput keys, PendingSuggestion suggestion) throws IOException {
        Optional<ReviewedDocument> document = review.open(suggestion.ref().path());
        int number = document.map(it -> number(it, suggestion)).orElse(-1);
        if (document.isEmpty() || number < 0) {
            return true; // decided or changed meanwhile: continue with the next
        }
        show(keys, document.get(), number);
        while (true) {
            switch (keys.next()) {
                case 'a' -> {
                    return done(keys, Decision.ACCEPT, List.of(suggestion.ref()));
                }
                case 'r' -> {
                    return done(keys, Decision.REJECT, List.of(suggestion.ref()));
                }
                case 'A' -> {
                    return wholeDocument(keys, Decision.ACCEPT, suggestion.ref().path());
                }
                case 'R' -> {
                    return wholeDocument(keys, Decision.REJECT, suggestion.ref().path());
                }
                case 's', ' ', 'j' -> {
                    skipped.add(suggestion.ref());
                    keys.println(screen.styled("faint", "skipped"));
                    return true;
                }
                case 'u' -> {
                    undo(keys);
                    return true;
                }
                case 'e' -> {
                    return change(keys, suggestion);
                }
                case 'c' -> {
                    return comment(keys, suggestion);
                }
                case 'q' -> {
                    return false;
                }
                case '?', 'h' -> keys.print(HELP);
                default -> keys.println(screen.styled("faint", "? shows the keys"));
            }
        }
    }

    private static int number(ReviewedDocument document, PendingSuggestion suggestion) {
        for (int i = 0; i < document.pending().size(); i++) {
            if (document.pending().get(i).ref().equals(suggestion.ref())) {
                return i;
            }
        }
        return -1;
    }

    private void show(KeyInput keys, ReviewedDocument document, int number) throws IOException {
        PendingSuggestion suggestion = document.pending().get(number);
        int left = pending().size();
        keys.println("");
        keys.println(screen.styled("bold", Printable.oneLine(document.path()) + ":" + suggestion.line())
                + screen.styled(
                        "faint",
                        "  " + PendingReport.signature(suggestion, clock.instant())
                                + (suggestion.wholeDocument() ? ", a new document" : "")
                                + (suggestion.comment() ? ", a comment" : "") + "  " + left
                                + " left"));
        keys.println(new SuggestionContext(document, document.marked().get(number), screen)
                .text()
                .indent(2)
                .stripTrailing());
    }

    private boolean done(KeyInput keys, Decision decision, List<SuggestionRef> refs) throws IOException {
        DecisionReport report = review.decide(reviewer, decision, refs);
        int number = report.applied().size();
        boolean accepts = decision == Decision.ACCEPT;
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
        report.refused().stream()
                .map(DecisionReport.Refusal::reason)
                .distinct()
                .forEach(reason -> keys.println(screen.styled("fg(yellow)", "Not decided. " + reason)));
        return true;
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
        return !agrees || done(keys, decision, refs);
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
                    "Not undone: " + String.join(", ", report.get().conflicts()) + " changed since."));
        }
    }

    private boolean change(KeyInput keys, PendingSuggestion suggestion) throws IOException {
        if (suggestion.after().contains("\n")) {
            keys.println(screen.styled(
                    "fg(yellow)", "The suggestion has several lines. Edit it in an editor or on the web page."));
            return true;
        }
        Optional<String> words = keys.line("new text (Ctrl-D cancels): ", suggestion.after());
        if (words.isEmpty()) {
            return true;
        }
        DecisionReport report = review.acceptAs(reviewer, suggestion.ref(), words.get());
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
