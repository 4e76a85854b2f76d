package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentWalk;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FolderWatch;
import dev.mooring.vault.files.SequentialReader;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.search.words.WordIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of a vault: paths, words and links of all documents. It is built in the background and then follows every
 * change. A query reflects all earlier changes of this process, and changes by other programs soon after the folder watch
 * reports them. Thread-safe.
 */
final class DocumentIndex implements AutoCloseable, FolderWatch.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentIndex.class);
    private static final Duration LISTING_TIMEOUT = Duration.ofMinutes(1);

    /** How long indexing waits for a first read, which should not compete with it for the CPU. */
    private static final Duration START_DELAY = Duration.ofMillis(500);

    private final VaultFolder folder;
    private final Consumer<Path> recovery;
    private final ChangeListeners listeners = new ChangeListeners();
    private final IndexedDocuments documents;
    private final IndexQueue queue;
    private final FolderWatch watch;
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch listed = new CountDownLatch(1);
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile boolean closed;

    /**
     * Creates an index that is not built yet.
     *
     * @param recovery receives each hidden file that a killed process may have left behind
     */
    DocumentIndex(VaultFolder folder, Consumer<Path> recovery) throws IOException {
        this.folder = folder;
        this.recovery = recovery;
        this.documents = new IndexedDocuments(folder, listeners);
        this.queue = new IndexQueue(documents::refresh);
        this.watch = new FolderWatch(folder, this);
    }

    void start() {
        queue.start();
        Thread.ofPlatform().daemon().name("vault-index").start(this::build);
    }

    private void build() {
        try {
            await(requested, START_DELAY);
            var batches = new Batches();
            List<Thread> helpers = startHelpers(batches);
            try (batches) {
                walk(
                        document -> {
                            documents.addUnread(document);
                            batches.add(document);
                        },
                        documents::putAttachment);
            }
            watch.start();
            listed.countDown();
            indexAll(batches);
            join(helpers);
            completed();
            documents.words().prepare();
        } catch (RuntimeException e) {
            LOG.warn("Cannot finish the index of {}. Search and links will be incomplete.", folder.root(), e);
        } finally {
            listed.countDown();
            completed();
        }
    }

    private void completed() {
        documents.links().connect();
        complete.countDown();
    }

    /** Visits all documents and attachments, and watches every visited folder. */
    private void walk(Consumer<Listed> visitor, Consumer<Listed> attachments) {
        DocumentWalk.walk(folder, folder.root(), new DocumentWalk.Visitor() {
            @Override
            public void folder(Path visited) {
                watch.add(visited);
            }

            @Override
            public void document(Listed document) {
                visitor.accept(document);
            }

            @Override
            public void attachment(Listed attachment) {
                attachments.accept(attachment);
            }

            @Override
            public void swapped(Path file) {
                recovery.accept(file);
            }
        });
    }

    /** Starts a thread for each processor but one. The walking thread indexes too, once all documents are listed. */
    private List<Thread> startHelpers(Batches batches) {
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1; i < Runtime.getRuntime().availableProcessors(); i++) {
            helpers.add(Thread.ofPlatform().daemon().name("vault-index-" + i).start(() -> indexAll(batches)));
        }
        return helpers;
    }

    /** Indexes documents until all are taken. Several threads do so at the same time. */
    private void indexAll(Batches batches) {
        try (var reader = new SequentialReader(folder)) {
            for (List<Listed> batch = batches.take(); !batch.isEmpty() && !closed; batch = batches.take()) {
                batch.forEach(document -> indexFirst(document, reader));
            }
        } catch (IOException e) {
            LOG.debug("Cannot close a folder", e);
        }
    }

    private static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Documents that are listed and not indexed yet, in batches, because the walk lists those of a folder together. */
    private static final class Batches implements AutoCloseable {

        private static final int SIZE = 32;

        private final BlockingQueue<List<Listed>> complete = new LinkedBlockingQueue<>();

        /** Only used by the thread that adds documents. */
        private List<Listed> next = new ArrayList<>(SIZE);

        void add(Listed document) {
            next.add(document);
            if (next.size() == SIZE) {
                complete.add(next);
                next = new ArrayList<>(SIZE);
            }
        }

        /** Waits for the next batch. Returns an empty batch at the end. */
        List<Listed> take() {
            try {
                List<Listed> batch = complete.take();
                if (batch.isEmpty()) {
                    complete.add(batch); // for the next thread
                }
                return batch;
            } catch (InterruptedException e) {
                // No code interrupts these threads.
                throw new IllegalStateException(e);
            }
        }

        /** Completes the last batch. */
        @Override
        public void close() {
            if (!next.isEmpty()) {
                complete.add(next);
            }
            complete.add(List.of());
        }
    }

    private void indexFirst(Listed document, SequentialReader reader) {
        try {
            if (!documents.indexFirst(document, reader)) {
                queue.addExternal(document.file());
            }
        } catch (RuntimeException | Error e) {
            // One faulty document must not stop the thread, which indexes others too.
            LOG.warn("Cannot index {}", document.file(), e);
        }
    }

    ChangeListeners listeners() {
        return listeners;
    }

    /** Queues a document that this process has written, created or removed. Later queries wait until it is indexed. */
    void addOwnChange(Path file) {
        queue.addOwn(file);
    }

    /** Starts indexing now, instead of after the start delay. */
    void startIndexing() {
        requested.countDown();
    }

    /** Returns how many documents are listed so far. */
    int listedSoFar() {
        return documents.entries().size();
    }

    /** Returns all documents, sorted by path. Waits a minute at most until they are listed, but not until they are read. */
    Collection<IndexEntry> documents() {
        startIndexing();
        await(listed, LISTING_TIMEOUT);
        queue.awaitOwnChanges();
        return documents.entries();
    }

    /** Returns all attachments. Waits a minute at most until they are listed. */
    Collection<Listed> attachments() {
        documents();
        return documents.attachments();
    }

    /** Waits until all documents are read, and returns their links. Returns empty after the timeout. */
    Optional<LinkIndex> links(Duration timeout) {
        return awaitComplete(timeout) ? Optional.of(documents.links()) : Optional.empty();
    }

    /** Returns the index of words, which may be incomplete until {@link #awaitComplete} returns true. */
    WordIndex words() {
        return documents.words();
    }

    /** Returns the entry of a document, or null. */
    @Nullable
    IndexEntry entry(String path) {
        return documents.entry(path);
    }

    /** Waits until all documents are read. Returns false after the timeout. */
    boolean awaitComplete(Duration timeout) {
        startIndexing();
        boolean isComplete = await(complete, timeout);
        queue.awaitOwnChanges();
        return isComplete;
    }

    private static boolean await(CountDownLatch latch, Duration timeout) {
        try {
            return latch.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void documentTouched(Path file) {
        queue.addExternal(file);
    }

    @Override
    public void folderRemoved(Path removed) {
        documents.files().stream().filter(file -> file.startsWith(removed)).forEach(queue::addExternal);
    }

    @Override
    public void rescan() {
        Set<Path> unseen = new HashSet<>(documents.files());
        Consumer<Listed> compare = found -> {
            unseen.remove(found.file());
            if (!documents.isUpToDate(found)) {
                queue.addExternal(found.file());
            }
        };
        walk(compare, compare);
        unseen.forEach(queue::addExternal);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        queue.close();
        watch.close();
    }
}
