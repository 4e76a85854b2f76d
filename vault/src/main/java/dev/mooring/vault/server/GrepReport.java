package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.SearchPool;
import dev.mooring.vault.text.LineNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches documents in parallel and renders the matches, in the order of the documents. */
final class GrepReport {

    private static final int BATCH = 1_024;
    private static final int MAX_LINE_LENGTH = 500;

    private final DocumentStore store;
    private final Format format;
    private final SearchLimits limits;

    /** What the report shows of each document. */
    enum Mode {
        FILES_WITH_MATCHES,
        CONTENT,
        COUNT
    }

    /**
     * How the report looks.
     *
     * @param before how many lines to show before each match
     * @param after how many lines to show after each match
     * @param limit the most lines of the report
     */
    record Format(Mode mode, int before, int after, boolean lineNumbers, int limit) {

        boolean hasContext() {
            return mode == Mode.CONTENT && before + after > 0;
        }
    }

    GrepReport(DocumentStore store, Format format, SearchLimits limits) {
        this.store = store;
        this.format = format;
        this.limits = limits;
    }

    /** Searches until the limit of lines or a limit of the search is reached. The report says if it is incomplete. */
    String search(SearchPool pool, Object caller, SearchPattern pattern, SearchLimits.Budget budget, List<Listed> all) {
        var request =
                new GrepBatch.Request(store, pool, caller, pattern, budget, maxMatches(), format.limit, this::render);
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

    /** Returns the report of a search that reached a limit before its first match. */
    String withoutMatches(SearchLimits.Exceeded exceeded) {
        return render(List.of(), Optional.of(exceeded));
    }

    private String render(List<String> lines, Optional<SearchLimits.Exceeded> exceeded) {
        String cutNote = exceeded.map(limit -> "\n\n[cut off after "
                        + (limit.isBySteps()
                                ? limits.steps() + " steps"
                                : limits.duration().toSeconds() + " seconds")
                        + "; use a simpler pattern or a narrower path]")
                .orElse("");
        if (lines.isEmpty()) {
            return (exceeded.isPresent() ? "No matches so far." : "No matches.") + cutNote;
        }
        String shown = String.join("\n", lines.subList(0, Math.min(format.limit, lines.size())));
        String limitNote = lines.size() > format.limit
                ? "\n\n[cut after " + format.limit
                        + " lines; more match. Use a narrower pattern or path, or a larger head_limit]"
                : "";
        return shown + limitNote + cutNote;
    }

    private int maxMatches() {
        return switch (format.mode) {
            case FILES_WITH_MATCHES -> 1;
            case CONTENT -> format.limit + 1;
            case COUNT -> Integer.MAX_VALUE;
        };
    }

    private List<String> render(String path, String view, List<Integer> matching) {
        return switch (format.mode) {
            case FILES_WITH_MATCHES -> List.of(path);
            case COUNT -> List.of(path + ":" + matching.size());
            case CONTENT -> content(path, new LineNumbers(view), matching);
        };
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
        return path + separator + number + NumberedLines.shorten(lines.line(line), MAX_LINE_LENGTH);
    }
}
