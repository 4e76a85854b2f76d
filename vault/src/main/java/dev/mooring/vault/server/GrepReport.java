package dev.mooring.vault.server;

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

/** Searches documents side by side and puts what was found into text, in the order of the documents. */
final class GrepReport {

    private static final int BATCH = 1_024;
    private static final int LONGEST_LINE = 500;

    private final SearchPattern pattern;
    private final Mode mode;
    private final int before;
    private final int after;
    private final boolean numbers;
    private final int limit;
    private final TimeLimit time;

    enum Mode {
        FILES_WITH_MATCHES,
        CONTENT,
        COUNT
    }

    GrepReport(SearchPattern pattern, Mode mode, int before, int after, boolean numbers, int limit, TimeLimit time) {
        this.pattern = pattern;
        this.mode = mode;
        this.before = before;
        this.after = after;
        this.numbers = numbers;
        this.limit = limit;
        this.time = time;
    }

    String over(List<Listed> documents) {
        TimeLimit.Deadline deadline = time.start();
        List<String> lines = new ArrayList<>();
        var late = new AtomicBoolean();
        for (int from = 0; from < documents.size() && lines.size() <= limit && !late.get(); from += BATCH) {
            List<Listed> batch = documents.subList(from, Math.min(from + BATCH, documents.size()));
            for (List<String> found : search(batch, deadline, late)) {
                if (!found.isEmpty() && !lines.isEmpty() && before + after > 0 && mode == Mode.CONTENT) {
                    lines.add("--");
                }
                lines.addAll(found);
            }
        }
        return text(lines, late.get());
    }

    private String text(List<String> lines, boolean late) {
        String cutByTime = late
                ? "[cut off after " + time.duration().toSeconds()
                        + " seconds; use a simpler pattern or a narrower path]"
                : "";
        if (lines.isEmpty()) {
            return late ? "No matches so far.\n\n" + cutByTime : "No matches.";
        }
        String shown = String.join("\n", lines.subList(0, Math.min(limit, lines.size())));
        if (lines.size() > limit) {
            shown += "\n\n[cut after " + limit
                    + " lines; more match. Use a narrower pattern or path, or a larger head_limit]";
        }
        return late ? shown + "\n\n" + cutByTime : shown;
    }

    private List<List<String>> search(List<Listed> batch, TimeLimit.Deadline deadline, AtomicBoolean late) {
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
                        late.set(true);
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
        List<List<String>> inOrder = new ArrayList<>();
        for (int n = 0; n < batch.size(); n++) {
            inOrder.add(found.getOrDefault(n, List.of()));
        }
        return inOrder;
    }

    private List<String> search(Listed document, Grep grep) {
        try {
            byte[] raw = FileContent.bytes(document.file());
            Utf8Text view = Utf8Text.ofAcceptedView(raw);
            int enough = mode == Mode.FILES_WITH_MATCHES ? 1 : mode == Mode.CONTENT ? limit + 1 : Integer.MAX_VALUE;
            List<Integer> matching = grep.matchingLines(view, enough);
            // Most documents do not match, so whether one is text at all is asked last.
            return !matching.isEmpty() && FileContent.decode(raw) instanceof FileContent.Text
                    ? render(document.path(), view.string(), matching)
                    : List.of();
        } catch (IOException e) {
            // Gone or unreadable since it was listed: no match there.
            return List.of();
        }
    }

    private List<String> render(String path, String view, List<Integer> matching) {
        return switch (mode) {
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
            int first = Math.max(match - before, shown + 1);
            int nextMatch = i + 1 < matching.size() ? matching.get(i + 1) : Integer.MAX_VALUE;
            int last = Math.min(Math.min(match + after, lines.count()), nextMatch - 1);
            if (shown > 0 && first > shown + 1 && before + after > 0) {
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
        String number = numbers ? Integer.toString(line) + separator : "";
        return path + separator + number + NumberedLines.cut(lines.line(line), LONGEST_LINE);
    }
}
