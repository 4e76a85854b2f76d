package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.SearchPool;
import dev.mooring.vault.search.Utf8Text;
import dev.mooring.vault.text.Graphemes;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches documents in parallel and renders the matches, in the order of the documents. For one search. */
final class GrepReport implements GrepBatch.SearchedText {

    private static final int BATCH = 1_024;
    private static final int MAX_LINE_LENGTH = 500;

    /** How many characters of a long line to show before the match. */
    private static final int BEFORE_MATCH = 150;

    private final DocumentStore store;
    private final Format format;
    private final SearchLimits limits;
    private final SearchPattern pattern;
    private final SearchLimits.Budget budget;

    /** The content of the report for each document. */
    enum Mode {
        FILES_WITH_MATCHES,
        CONTENT,
        COUNT
    }

    /**
     * The format of the report.
     *
     * @param before how many lines to show before each match
     * @param after how many lines to show after each match
     * @param limit the most lines of the report
     * @param inComments whether to search the comments of documents in place of their text
     */
    record Format(Mode mode, int before, int after, boolean lineNumbers, int limit, boolean inComments) {

        boolean hasContext() {
            return mode == Mode.CONTENT && before + after > 0 && !inComments;
        }
    }

    GrepReport(
            DocumentStore store,
            Format format,
            SearchLimits limits,
            SearchPattern pattern,
            SearchLimits.Budget budget) {
        this.store = store;
        this.format = format;
        this.limits = limits;
        this.pattern = pattern;
        this.budget = budget;
    }

    /** Searches until the limit of lines or a limit of the search is reached. The report says if it is incomplete. */
    String search(SearchPool pool, Object caller, List<Listed> all) {
        var request = new GrepBatch.Request(store, pool, caller, pattern, budget, maxMatches(), format.limit, this);
        List<String> lines = new ArrayList<>();
        Optional<SearchLimits.Exceeded> exceeded = Optional.empty();
        for (int from = 0; from < all.size() && lines.size() <= format.limit && exceeded.isEmpty(); from += BATCH) {
            var batch = new GrepBatch(request, all.subList(from, Math.min(from + BATCH, all.size())));
            for (List<String> found : batch.search()) {
                if (!lines.isEmpty() && format.hasContext()) {
                    lines.add("--");
                }
                lines.addAll(found);
            }
            exceeded = batch.exceeded();
        }
        return render(lines, exceeded);
    }

    private String render(List<String> lines, Optional<SearchLimits.Exceeded> exceeded) {
        return render(lines, exceeded, format.limit, limits);
    }

    /** Returns the report of a search that reached a limit before its first match. */
    static String withoutMatches(SearchLimits.Exceeded exceeded, SearchLimits limits) {
        return render(List.of(), Optional.of(exceeded), Integer.MAX_VALUE, limits);
    }

    private static String render(
            List<String> lines, Optional<SearchLimits.Exceeded> exceeded, int limit, SearchLimits limits) {
        String limitsNote = exceeded.map(reached -> "\n\n[truncated after "
                        + (reached.isBySteps()
                                ? limits.steps() + " steps"
                                : limits.duration().toSeconds() + " seconds")
                        + "; use a simpler pattern or a narrower path]")
                .orElse("");
        if (lines.isEmpty()) {
            return (exceeded.isPresent() ? "No matches so far." : "No matches.") + limitsNote;
        }
        String shown = String.join("\n", lines.subList(0, Math.min(limit, lines.size())));
        String limitNote = lines.size() > limit
                ? "\n\n[truncated after " + limit
                        + " lines; more match. Use a narrower pattern or path, or a larger head_limit]"
                : "";
        return shown + limitNote + limitsNote;
    }

    private int maxMatches() {
        return switch (format.mode) {
            case FILES_WITH_MATCHES -> 1;
            case CONTENT -> format.limit + 1;
            case COUNT -> Integer.MAX_VALUE;
        };
    }

    @Override
    public Utf8Text text(byte[] raw) {
        return format.inComments ? CommentLines.text(raw) : Utf8Text.ofAcceptedView(raw);
    }

    @Override
    public List<String> render(String path, byte[] raw, String text, List<Integer> matching) {
        return switch (format.mode) {
            case FILES_WITH_MATCHES -> List.of(path);
            case COUNT -> List.of(path + ":" + matching.size());
            case CONTENT ->
                format.inComments ? comments(path, raw, matching) : content(path, new LineNumbers(text), matching);
        };
    }

    private List<String> comments(String path, byte[] raw, List<Integer> matching) {
        List<CommentLines.Comment> all = CommentLines.of(raw);
        return matching.stream()
                .map(number -> all.get(number - 1))
                .map(comment -> path + ":" + (format.lineNumbers ? comment.line() + ":" : "") + comment.author()
                        + aroundMatch(comment.text()))
                .toList();
    }

    private List<String> content(String path, LineNumbers lines, List<Integer> matching) {
        List<String> out = new ArrayList<>();
        int shown = 0;
        for (int i = 0; i < matching.size(); i++) {
            int match = matching.get(i);
            int first = Math.max(match - format.before, shown + 1);
            int nextMatch = i + 1 < matching.size() ? matching.get(i + 1) : Integer.MAX_VALUE;
            int last = Math.min(Math.min(match + format.after, lines.count()), nextMatch - 1);
            if (shown > 0 && first > shown + 1 && format.hasContext()) {
                out.add("--");
            }
            for (int line = first; line <= last; line++) {
                out.add(line(path, lines, line, line == match ? ':' : '-'));
            }
            shown = Math.max(shown, last);
        }
        return out;
    }

    private String line(String path, LineNumbers lines, int line, char separator) {
        String number = format.lineNumbers ? Integer.toString(line) + separator : "";
        String text = lines.line(line);
        return path
                + separator
                + number
                + (separator == ':' ? aroundMatch(text) : NumberedLines.shorten(text, MAX_LINE_LENGTH));
    }

    /** Returns the line; if it is too long, the part around the first match and a note. */
    private String aroundMatch(String line) {
        if (line.length() <= MAX_LINE_LENGTH) {
            return line;
        }
        int match = pattern.firstMatch(line, budget);
        int from = Math.max(0, Math.min(match - BEFORE_MATCH, line.length() - MAX_LINE_LENGTH));
        String beginning = Graphemes.prefix(line, from);
        String shown = Graphemes.prefix(line.substring(beginning.length()), MAX_LINE_LENGTH);
        int end = beginning.length() + shown.length();
        return (beginning.isEmpty() ? "" : "…") + shown + (end < line.length() ? "…" : "")
                + " [line truncated: characters " + (beginning.length() + 1) + "-" + end + " of " + line.length()
                + " shown]";
    }
}
