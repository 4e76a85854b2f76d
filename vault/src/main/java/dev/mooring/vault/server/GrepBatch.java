package dev.mooring.vault.server;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.SequentialReader;
import dev.mooring.vault.search.Grep;
import dev.mooring.vault.search.SearchLimits;
import dev.mooring.vault.search.SearchPattern;
import dev.mooring.vault.search.SearchPool;
import dev.mooring.vault.search.Utf8Text;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Documents that are searched at the same time, on the threads of a pool. */
final class GrepBatch {

    private static final Logger LOG = LoggerFactory.getLogger(GrepBatch.class);

    /** How many documents a worker takes at once. Most of them are in the same folder. */
    private static final int DOCUMENTS_PER_TAKE = 8;

    private static final int MIN_DOCUMENTS_PER_WORKER = 4;
    private static final int DOCUMENTS_PER_SLICE = 64;
    private static final int BYTES_PER_SLICE = 1 << 20;

    private final Request request;
    private final List<Listed> documents;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, List<String>> found = new ConcurrentHashMap<>();
    private final AtomicInteger foundLines = new AtomicInteger();
    private final AtomicReference<SearchLimits.@Nullable Exceeded> exceeded = new AtomicReference<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

    /**
     * A search of one caller.
     *
     * @param caller identifies the caller in the pool
     * @param budget the limits of the whole search; the time counts from the start of the call
     * @param maxMatches the maximum number of matching lines of one document
     * @param maxLines the number of rendered lines after which no more documents are searched
     * @param searched selects the text of each document to search, and renders its matches
     */
    record Request(
            DocumentStore store,
            SearchPool pool,
            Object caller,
            SearchPattern pattern,
            SearchLimits.Budget budget,
            int maxMatches,
            int maxLines,
            SearchedText searched) {}

    /** Selects the text of a document to search, and renders the matches in it. Called on the threads of the pool. */
    interface SearchedText {

        /** Returns the text to search. */
        Utf8Text text(byte[] raw);

        /**
         * Returns the lines of the report for one document.
         *
         * @param text the searched text
         * @param matching the numbers of the matching lines
         */
        List<String> render(String path, byte[] raw, String text, List<Integer> matching);
    }

    GrepBatch(Request request, List<Listed> documents) {
        this.request = request;
        this.documents = documents;
    }

    /**
     * Searches the documents and returns the rendered matches, in the order of the documents. Leaves out the last documents
     * if the others have more matches than the report can show. Returns the matches found so far if the search reaches a limit
     * or the thread is interrupted. The time limit also holds while other callers keep all threads busy.
     */
    List<List<String>> search() {
        int workers = Math.min(request.pool.threads(), Math.max(1, documents.size() / MIN_DOCUMENTS_PER_WORKER));
        var done = new CountDownLatch(workers);
        for (int i = 0; i < workers; i++) {
            request.pool.submit(request.caller, new Worker(done));
        }
        try {
            if (!done.await(request.budget.remainingNanos(), TimeUnit.NANOSECONDS)) {
                exceeded.compareAndSet(null, request.budget.cancel());
            }
        } catch (InterruptedException e) {
            exceeded.compareAndSet(null, request.budget.cancel());
            Thread.currentThread().interrupt();
        }
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("A search failed", failed);
        }
        return List.copyOf(new TreeMap<>(found).values());
    }

    /** Returns the limit that has ended the search; empty if the search is complete. */
    Optional<SearchLimits.Exceeded> exceeded() {
        return Optional.ofNullable(exceeded.get());
    }

    /** Searches one document after the other. Several workers share the documents. */
    private final class Worker implements SearchPool.Work {
        private final CountDownLatch done;
        private final Grep grep = request.pattern.grep(request.budget);

        private final SequentialReader reader = request.store.reader();

        /** The document in which the search has paused. */
        private int document = -1;

        /** The documents that this worker searches next. */
        private int nextDocument;

        private int lastDocument;

        private byte[] raw = {};
        private @Nullable Utf8Text view;

        Worker(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public boolean runSlice() {
            boolean isLeft = false;
            try {
                isLeft = searchSlice();
            } catch (SearchLimits.Exceeded e) {
                exceeded.compareAndSet(null, e);
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            } finally {
                if (!isLeft) {
                    closeReader();
                    done.countDown();
                }
            }
            return isLeft;
        }

        private void closeReader() {
            try {
                reader.close();
            } catch (IOException e) {
                LOG.debug("Cannot close a folder", e);
            }
        }

        private boolean searchSlice() {
            int bytes = 0;
            for (int n = 0; n < DOCUMENTS_PER_SLICE && bytes < BYTES_PER_SLICE; n++) {
                if (view == null && !open()) {
                    return false;
                }
                bytes += raw.length;
                if (!continueDocument()) {
                    return true;
                }
            }
            return true;
        }

        /** Opens the next document; returns false after the last one, or if those before it have enough lines. */
        private boolean open() {
            if (foundLines.get() > request.maxLines) {
                return false;
            }
            for (document = take(); document < documents.size(); document = take()) {
                request.budget.check();
                try {
                    raw = reader.read(documents.get(document).file()).bytes();
                    view = request.searched.text(raw);
                    return true;
                } catch (IOException e) {
                    // The file was removed or became unreadable after it was listed, so it has no matches.
                }
            }
            return false;
        }

        private int take() {
            if (nextDocument == lastDocument) {
                nextDocument = next.getAndAdd(DOCUMENTS_PER_TAKE);
                lastDocument = nextDocument + DOCUMENTS_PER_TAKE;
            }
            return nextDocument++;
        }

        /** Returns false if the search pauses in the document. */
        private boolean continueDocument() {
            Utf8Text text = Objects.requireNonNull(view);
            Optional<List<Integer>> lines = grep.matchingLines(text, request.maxMatches);
            if (lines.isEmpty()) {
                return false;
            }
            // Decoding comes last because most documents do not match.
            if (!lines.get().isEmpty() && FileContent.decode(raw) instanceof FileContent.Text) {
                String path = documents.get(document).path();
                List<String> rendered = request.searched.render(path, raw, text.string(), lines.get());
                found.put(document, rendered);
                foundLines.addAndGet(rendered.size());
            }
            view = null;
            return true;
        }
    }
}
