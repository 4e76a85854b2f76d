package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.text.Age;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.LineNumbers;
import dev.mooring.vault.text.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists the pending suggestions and the comments of the shown lines, for {@code read} to print below the text. */
final class PendingList {

    private static final int MAX_ITEMS = 50;
    private static final int MAX_QUOTE_LENGTH = 60;

    /** How many changes of one suggestion are described. */
    private static final int MAX_CHANGES = 3;

    private final MarkedText text;
    private final LineNumbers lines;
    private final int first;
    private final int last;
    private final Instant now;

    /** Creates a list for the lines from {@code first} to {@code last} of the accepted view, both included. */
    PendingList(MarkedText text, LineNumbers lines, int first, int last, Instant now) {
        this.text = text;
        this.lines = lines;
        this.first = first;
        this.last = last;
        this.now = now;
    }

    /** Returns the list, which starts with a blank line; empty if there is nothing to list. */
    String render() {
        List<Mark> open = text.comments().stream().filter(Mark::isOpenComment).toList();
        return section("Pending suggestions", text.suggestions(), this::lineOf, this::describe)
                + section("Comments", open, mark -> line(mark.whole().start()), this::describe);
    }

    private <T> String section(String title, List<T> all, ToIntFunction<T> line, Function<T, String> describe) {
        if (all.isEmpty()) {
            return "";
        }
        List<T> here = all.stream()
                .filter(item -> line.applyAsInt(item) >= first && line.applyAsInt(item) <= last)
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
        List<List<Mark>> runs = suggestion.runs();
        String changes = runs.stream().limit(MAX_CHANGES).map(this::change).collect(Collectors.joining(", "));
        int unlisted = runs.size() - Math.min(runs.size(), MAX_CHANGES);
        return changes
                + (unlisted == 0 ? "" : " and " + unlisted + " more")
                + by(suggestion.author(), suggestion.time());
    }

    private String change(List<Mark> run) {
        String before = joined(
                run,
                mark -> mark.proposal() instanceof Proposal.Property property
                        ? property.before()
                        : mark.rejected().in(text.raw()));
        String after = joined(
                run,
                mark -> mark.proposal() instanceof Proposal.Property property
                        ? property.after()
                        : mark.accepted().in(text.raw()));
        return switch (run.getFirst().proposal()) {
            case Proposal.Move(String to) -> "move to " + quoted(to);
            case Proposal.Delete() -> "delete the document";
            case null, default ->
                before.isEmpty()
                        ? "added " + quoted(after)
                        : after.isEmpty() ? "deleted " + quoted(before) : quoted(before) + " → " + quoted(after);
        };
    }

    private static String joined(List<Mark> run, Function<Mark, String> shown) {
        return run.stream().map(shown).collect(Collectors.joining());
    }

    private String describe(Mark comment) {
        MarkMetadata metadata = comment.metadata();
        String shown = comment.isPendingComment()
                ? PendingComments.PLACEHOLDER
                : quoted(comment.text().in(text.raw()));
        return shown + by(comment.author(), metadata == null ? null : metadata.time());
    }

    private static String quoted(String text) {
        return "\"" + OneLine.of(text.replace("\r\n", "\n").replace("\n", "⏎"), MAX_QUOTE_LENGTH) + "\"";
    }

    private String by(@Nullable String author, @Nullable Instant time) {
        String name = author == null ? "author unknown" : AuthorName.inToolResult(author);
        return " (" + name + (time == null ? "" : ", " + Age.ago(Duration.between(time, now))) + ")";
    }
}
