package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentWalk;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FolderWatch;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.search.TrigramFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of all documents without opening them: their names, which texts they may hold, their links. Built in the
 * background and kept up to date afterwards: whoever asks sees every change made here before, and those of others soon
 * after the watching has noticed them.
 */
final class DocumentIndex implements AutoCloseable, FolderWatch.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentIndex.class);

    /** How long a first reader has the machine to itself. */
    private static final Duration HEAD_START = Duration.ofMillis(500);

    private final VaultFolder folder;
    private final ChangeListeners listeners = new ChangeListeners();
    private final IndexedDocuments documents;
    private final IndexQueue backlog;
    private final FolderWatch watch;
    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch listed = new CountDownLatch(1);
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile boolean closed;

    DocumentIndex(VaultFolder folder) throws IOException {
        this.folder = folder;
        this.documents = new IndexedDocuments(folder, listeners);
        var filters = new TrigramFilter.Builder();
        this.backlog = new IndexQueue(file -> documents.refresh(file, filters));
        this.watch = new FolderWatch(folder, this);
    }

    void start() {
        backlog.start();
        Thread.ofPlatform().daemon().name("vault-index").start(this::build);
    }

    private void build() {
        try {
            await(wanted, HEAD_START);
            List<Listed> found = new ArrayList<>();
            walk(document -> {
                found.add(document);
                documents.list(document);
            });
            watch.start();
            listed.countDown();
            readAll(found);
            documents.links().connect();
        } catch (IOException | RuntimeException e) {
            LOG.warn("The index of {} is incomplete", folder.root(), e);
        } finally {
            listed.countDown();
            complete.countDown();
        }
    }

    /** Visits all documents, and watches every folder on the way. */
    private void walk(Consumer<Listed> visitor) throws IOException {
        DocumentWalk.walk(folder, folder.root(), new DocumentWalk.Visitor() {
            @Override
            public void folder(Path visited) {
                watch.add(visited);
            }

            @Override
            public void document(Listed document) {
                visitor.accept(document);
            }
        });
    }

    private void readAll(List<Listed> found) {
        var next = new AtomicInteger();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            workers.add(Thread.ofPlatform().daemon().name("vault-index-" + i).start(() -> {
                var filters = new TrigramFilter.Builder();
                for (int n = next.getAndIncrement(); n < found.size() && !closed; n = next.getAndIncrement()) {
                    readFirst(found.get(n), filters);
                }
            }));
        }
        for (Thread worker : workers) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void readFirst(Listed document, TrigramFilter.Builder filters) {
        try {
            if (!documents.readFirst(document, filters)) {
                backlog.addOthers(document.file());
            }
        } catch (RuntimeException | Error e) {
            // One document that cannot be understood must not cost the others their place in the index.
            LOG.warn("{} could not be indexed", document.file(), e);
        }
    }

    ChangeListeners listeners() {
        return listeners;
    }

    /** Says that a document was written, created or removed: it is read before anybody is answered about documents. */
    void changed(Path file) {
        backlog.addOurs(file);
    }

    /** Says that a first reader was served, or that somebody waits for the index. */
    void begin() {
        wanted.countDown();
    }

    /** All documents; waits until they are listed, which is long before they are all read. */
    Collection<IndexEntry> documents() {
        begin();
        await(listed, Duration.ofMinutes(1));
        backlog.settle();
        return documents.entries();
    }

    /** Links are only right once all documents were read. Empty if that takes longer than the patience. */
    Optional<LinkIndex> links(Duration patience) {
        return awaitComplete(patience) ? Optional.of(documents.links()) : Optional.empty();
    }

    boolean awaitComplete(Duration patience) {
        begin();
        boolean read = await(complete, patience);
        backlog.settle();
        return read;
    }

    private static boolean await(CountDownLatch latch, Duration patience) {
        try {
            return latch.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void documentTouched(Path file) {
        backlog.addOthers(file);
    }

    @Override
    public void folderGone(Path gone) {
        documents.files().stream().filter(file -> file.startsWith(gone)).forEach(backlog::addOthers);
    }

    @Override
    public void lookForYourself() {
        Set<Path> unseen = new HashSet<>(documents.files());
        try {
            walk(document -> {
                unseen.remove(document.file());
                if (!documents.isAsListed(document)) {
                    backlog.addOthers(document.file());
                }
            });
            unseen.forEach(backlog::addOthers);
        } catch (IOException e) {
            LOG.warn("Cannot look for changes in {}", folder.root(), e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        backlog.close();
        watch.close();
    }
}
