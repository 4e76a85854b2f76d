package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.edit.CommentIds;
import dev.mooring.vault.text.Age;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.LineNumbers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Lists the pending suggestions and the comments of the shown lines, for {@code read} to print below the text. */
final class PendingList {

    private static final int MAX_ITEMS = 50;
    private static final int MAX_COMMENT_LENGTH = 1_000;

    private final MarkedText text;
    private final LineNumbers lines;
    private final int first;
    private final int last;
    private final Instant now;
    private final Map<Mark, String> ids;

    /** Creates a list for the lines from {@code first} to {@code last} of the accepted view, both included. */
    PendingList(MarkedText text, LineNumbers lines, int first, int last, Instant now) {
        this.text = text;
        this.lines = lines;
        this.first = first;
        this.last = last;
        this.now = now;
        this.ids = CommentIds.of(text);
    }

    /** Returns the list, which starts with a blank line; empty if there is nothing to list. */
    String render() {
        List<Mark> open = text.comments().stream().filter(Mark::isOpenComment).toList();
        return section(
                        "Pending suggestions",
                        text.suggestions(),
                        this::lineOf,
                        this::describe,
                        PendingList::isForAllLines)
                + section("Comments", open, mark -> line(mark.whole().start()), this::describe, _ -> false);
    }

    /** Returns whether the suggestion is about the whole document, so that it concerns every reader. */
    private static boolean isForAllLines(Suggestion suggestion) {
        return suggestion.marks().stream()
                .map(Mark::proposal)
                .anyMatch(proposal -> proposal instanceof Proposal.Move || proposal instanceof Proposal.Delete);
    }

    private <T> String section(
            String title,
            List<T> all,
            ToIntFunction<T> line,
            Function<T, String> describe,
            Predicate<T> isForAllLines) {
        if (all.isEmpty()) {
            return "";
        }
        List<T> here = all.stream()
                .filter(item ->
                        isForAllLines.test(item) || (line.applyAsInt(item) >= first && line.applyAsInt(item) <= last))
                .toList();
        var out = new StringBuilder("\n\n" + title + " (" + all.size() + "):");
        here.stream()
                .limit(MAX_ITEMS)
                .forEach(item -> out.append("\n  line ")
                        .append(line.applyAsInt(item))
                        .append(": ")
                        .append(describe.apply(item)));
        int unlisted = all.size() - Math.min(here.size(), MAX_ITEMS);
        return unlisted == 0 ? out.toString() : out + "\n  … and " + unlisted + " more that are not listed here";
    }

    private int lineOf(Suggestion suggestion) {
        return line(suggestion.whole().start());
    }

    private int line(int rawPosition) {
        return lines.lineOf(text.accepted().fromRaw(rawPosition));
    }

    private String describe(Suggestion suggestion) {
        return SuggestionText.of(suggestion, text) + by(suggestion.author(), suggestion.time());
    }

    private String describe(Mark comment) {
        MarkMetadata metadata = comment.metadata();
        String shown = comment.isPendingComment()
                ? PendingComments.PLACEHOLDER
                : SuggestionText.quoted(comment.text().in(text.raw()), MAX_COMMENT_LENGTH);
        return "id " + ids.get(comment) + subject(comment) + ": " + shown
                + by(comment.author(), metadata == null ? null : metadata.time());
    }

    /** Returns the subject of the comment: the text that is highlighted, suggested or commented on before it. */
    private String subject(Mark comment) {
        Mark before = comment;
        while (before.isComment()) {
            Optional<Mark> adjacent = text.markEndingAt(before.whole().start());
            if (adjacent.isEmpty()) {
                return before.equals(comment) ? "" : ", a reply";
            }
            before = adjacent.get();
        }
        String reply = text.markEndingAt(comment.whole().start())
                        .filter(Mark::isComment)
                        .isPresent()
                ? ", a reply"
                : "";
        Optional<String> highlighted = before.highlightedText(text.raw());
        if (highlighted.isPresent()) {
            return reply + " on " + SuggestionText.quoted(highlighted.get());
        }
        return before.isSuggestion() ? reply + " on a suggestion" : reply;
    }

    private String by(@Nullable String author, @Nullable Instant time) {
        String name = author == null ? "author unknown" : AuthorName.inToolResult(author);
        return " (" + name + (time == null ? "" : ", " + Age.ago(Duration.between(time, now))) + ")";
    }
}
