package dev.mooring.vault;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.files.DocumentWalk;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.FolderWatch;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.Aliases;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.links.LinkScanner;
import dev.mooring.vault.search.TrigramFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of all documents without opening them: their names, which texts they may hold, their links. Built in the
 * background and kept up to date afterwards, at once for changes made here and by watching for those of others.
 */
final class VaultIndex implements AutoCloseable, FolderWatch.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(VaultIndex.class);
    private static final int STRIPES = 64;

    /** How long a first reader has the machine to itself. */
    private static final Duration HEAD_START = Duration.ofMillis(500);

    private final VaultFolder folder;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final LinkIndex links = new LinkIndex();
    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch listed = new CountDownLatch(1);
    private final CountDownLatch complete = new CountDownLatch(1);
    private final FolderWatch watch;
    private final List<VaultListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** One reading of a document at a time, so that what is read last is what stays. */
    private final ReentrantLock[] reading = new ReentrantLock[STRIPES];

    /**
     * What is known of one document.
     *
     * @param filter missing until the document was read, and where it is not readable text
     * @param hasSuggestions whether anything in it waits for a decision; false until it was read
     */
    record Entry(Listed listed, @Nullable TrigramFilter filter, boolean readable, boolean hasSuggestions) {}

    VaultIndex(VaultFolder folder) throws IOException {
        this.folder = folder;
        this.watch = new FolderWatch(folder, this);
        for (int i = 0; i < STRIPES; i++) {
            reading[i] = new ReentrantLock();
        }
    }

    void start() {
        Thread.ofPlatform().daemon().name("vault-index").start(this::build);
    }

    private void build() {
        try {
            await(wanted, HEAD_START);
            List<Listed> found = new ArrayList<>();
            DocumentWalk.walk(folder, folder.root(), new DocumentWalk.Visitor() {
                @Override
                public void folder(Path visited) {
                    watch.add(visited);
                }

                @Override
                public void document(Listed document) {
                    found.add(document);
                    entries.putIfAbsent(document.path(), new Entry(document, null, true, false));
                }
            });
            watch.start();
            listed.countDown();
            readAll(found);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The index of {} is incomplete", folder.root(), e);
        } finally {
            listed.countDown();
            complete.countDown();
        }
    }

    private void readAll(List<Listed> documents) {
        var next = new AtomicInteger();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            workers.add(Thread.ofPlatform().daemon().name("vault-index-" + i).start(() -> {
                var filters = new TrigramFilter.Builder();
                for (int n = next.getAndIncrement(); n < documents.size() && !closed; n = next.getAndIncrement()) {
                    refresh(documents.get(n).file(), filters);
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

    /** Reads the document anew, or forgets it if it is gone. */
    void refresh(Path file) {
        refresh(file, new TrigramFilter.Builder());
    }

    private void refresh(Path file, TrigramFilter.Builder filters) {
        String path = folder.pathOf(file);
        ReentrantLock lock = reading[Math.floorMod(path.hashCode(), STRIPES)];
        lock.lock();
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                forget(path);
                return;
            }
            var document = new Listed(path, file, attributes.lastModifiedTime().toMillis(), attributes.size());
            if (FileContent.read(file) instanceof FileContent.Text(String raw)) {
                MarkedText text = MarkedText.parse(raw);
                String view = text.accepted().text();
                links.put(path, LinkScanner.scan(view), Aliases.of(view));
                boolean hasSuggestions = text.marks().stream().anyMatch(Mark::isSuggestion);
                entries.put(path, new Entry(document, filters.build(view), true, hasSuggestions));
            } else {
                links.remove(path);
                entries.put(path, new Entry(document, null, false, false));
            }
        } catch (IOException e) {
            forget(path);
        } finally {
            lock.unlock();
            listeners.forEach(listener -> listener.documentChanged(path));
        }
    }

    private void forget(String path) {
        entries.remove(path);
        links.remove(path);
    }

    private void forgetAndTell(String path) {
        forget(path);
        listeners.forEach(listener -> listener.documentChanged(path));
    }

    void addListener(VaultListener listener) {
        listeners.add(listener);
    }

    void removeListener(VaultListener listener) {
        listeners.remove(listener);
    }

    /** Says that a first reader was served, or that somebody waits for the index. */
    void begin() {
        wanted.countDown();
    }

    /** All documents; waits until they are listed, which is long before they are all read. */
    Collection<Entry> documents() {
        begin();
        await(listed, Duration.ofMinutes(1));
        return entries.values();
    }

    Optional<Entry> entry(String path) {
        return Optional.ofNullable(entries.get(path));
    }

    /** Links are only right once all documents were read. Empty if that takes longer than the patience. */
    Optional<LinkIndex> links(Duration patience) {
        return awaitComplete(patience) ? Optional.of(links) : Optional.empty();
    }

    boolean awaitComplete(Duration patience) {
        begin();
        return await(complete, patience);
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
        refresh(file);
    }

    @Override
    public void folderGone(Path gone) {
        String prefix = folder.pathOf(gone) + "/";
        entries.keySet().stream()
                .filter(path -> path.startsWith(prefix))
                .toList()
                .forEach(this::forgetAndTell);
    }

    @Override
    public void lookForYourself() {
        Set<String> unseen = new HashSet<>(entries.keySet());
        try {
            DocumentWalk.walk(folder, folder.root(), new DocumentWalk.Visitor() {
                @Override
                public void folder(Path visited) {
                    watch.add(visited);
                }

                @Override
                public void document(Listed document) {
                    unseen.remove(document.path());
                    Entry known = entries.get(document.path());
                    if (known == null || !known.listed().equals(document)) {
                        refresh(document.file());
                    }
                }
            });
            unseen.forEach(this::forgetAndTell);
        } catch (IOException e) {
            LOG.warn("Cannot look for changes in {}", folder.root(), e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        watch.close();
    }
}
