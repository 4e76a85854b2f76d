package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.search.Grep;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.TimeLimit;
import dev.mooring.vault.search.Utf8Text;
import dev.mooring.vault.text.LineNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Searches documents in parallel and renders the matches, in the order of the documents. */
final class GrepReport {

    private static final int BATCH = 1_024;
    private static final int MAX_LINE_LENGTH = 500;

    private final DocumentStore store;
    private final SearchPattern pattern;
    private final Format format;
    private final TimeLimit timeLimit;

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

    GrepReport(DocumentStore store, SearchPattern pattern, Format format, TimeLimit timeLimit) {
        this.store = store;
        this.pattern = pattern;
        this.format = format;
        this.timeLimit = timeLimit;
    }

    /** Searches until the limit of lines or the time limit is reached. The report says if it is incomplete. */
    String search(List<Listed> documents) {
        TimeLimit.Deadline deadline = timeLimit.start();
        List<String> lines = new ArrayList<>();
        var timedOut = new AtomicBoolean();
        for (int from = 0; from < documents.size() && lines.size() <= format.limit && !timedOut.get(); from += BATCH) {
            List<Listed> batch = documents.subList(from, Math.min(from + BATCH, documents.size()));
            for (List<String> found : search(batch, deadline, timedOut)) {
                if (!found.isEmpty() && !lines.isEmpty() && format.hasContext()) {
                    lines.add("--");
                }
                lines.addAll(found);
            }
        }
        return render(lines, timedOut.get());
    }

    private String render(List<String> lines, boolean timedOut) {
        String timeoutNote = timedOut
                ? "\n\n[cut off after " + timeLimit.duration().toSeconds()
                        + " seconds; use a simpler pattern or a narrower path]"
                : "";
        if (lines.isEmpty()) {
            return (timedOut ? "No matches so far." : "No matches.") + timeoutNote;
        }
        String shown = String.join("\n", lines.subList(0, Math.min(format.limit, lines.size())));
        String limitNote = lines.size() > format.limit
                ? "\n\n[cut after " + format.limit
                        + " lines; more match. Use a narrower pattern or path, or a larger head_limit]"
                : "";
        return shown + limitNote + timeoutNote;
    }

    /** Searches a batch on several threads. Returns the lines of each document, in the order of the batch. */
    private List<List<String>> search(List<Listed> batch, TimeLimit.Deadline deadline, AtomicBoolean timedOut) {
        var found = new ConcurrentHashMap<Integer, List<String>>();
        var next = new AtomicInteger();
        int workers = Math.min(Runtime.getRuntime().availableProcessors(), Math.max(1, batch.size() / 4));
        var done = new CountDownLatch(workers);
        Runnable work = () -> {
            try {
                Grep grep = pattern.grep(deadline);
                for (int n = next.getAndIncrement(); n < batch.size(); n = next.getAndIncrement()) {
                    try {
                        deadline.check();
                        found.put(n, search(batch.get(n), grep));
                    } catch (TimeLimit.Exceeded e) {
                        timedOut.set(true);
                    }
                }
            } finally {
                done.countDown();
            }
        };
        for (int i = 1; i < workers; i++) {
            Thread.ofVirtual().name("grep").start(work);
        }
        work.run();
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return IntStream.range(0, batch.size())
                .mapToObj(n -> found.getOrDefault(n, List.of()))
                .toList();
    }

    private List<String> search(Listed document, Grep grep) {
        try {
            byte[] raw = store.bytes(document);
            Utf8Text view = Utf8Text.ofAcceptedView(raw);
            List<Integer> matching = grep.matchingLines(view, maxMatches());
            // Decoding comes last because most documents do not match.
            return !matching.isEmpty() && FileContent.decode(raw) instanceof FileContent.Text
                    ? render(document.path(), view.string(), matching)
                    : List.of();
        } catch (IOException e) {
            // The file was removed or became unreadable after it was listed, so it has no matches.
            return List.of();
        }
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
