package dev.mooring.vault;

import dev.mooring.vault.DocumentChange.Kind;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
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
    private final ChangeListeners listeners = new ChangeListeners();
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final LinkIndex links = new LinkIndex();
    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch listed = new CountDownLatch(1);
    private final CountDownLatch complete = new CountDownLatch(1);
    private final FolderWatch watch;
    private volatile boolean closed;

    private final ReentrantLock[] reading = new ReentrantLock[STRIPES];

    /**
     * What is known of one document.
     *
     * @param filter missing until the document was read, and where it is not readable text
     * @param hasSuggestions whether anything in it waits for a decision; false until it was read
     * @param fingerprint tells this content from another one; 0 until the document was read
     */
    record Entry(
            Listed listed, @Nullable TrigramFilter filter, boolean readable, boolean hasSuggestions, long fingerprint) {

        static Entry unread(Listed listed) {
            return new Entry(listed, null, true, false, 0);
        }

        static Entry unreadable(Listed listed, long fingerprint) {
            return new Entry(listed, null, false, false, fingerprint);
        }

        Entry relisted(Listed now) {
            return new Entry(now, filter, readable, hasSuggestions, fingerprint);
        }
    }

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
                    entries.putIfAbsent(document.path(), Entry.unread(document));
                }
            });
            watch.start();
            listed.countDown();
            readAll(found);
            links.connect();
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
                    readFirst(documents.get(n), filters);
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

    ChangeListeners listeners() {
        return listeners;
    }

    /** Reads the document anew, or forgets it if it is gone, and tells the listeners if that is news. */
    void refresh(Path file) {
        String path = folder.pathOf(file);
        locked(path, () -> {
            Entry before = entries.get(path);
            read(path, file, new TrigramFilter.Builder());
            change(before, entries.get(path)).ifPresent(kind -> listeners.tell(path, kind));
        });
    }

    /** Reads a document for the first time, unless somebody was faster. */
    private void readFirst(Listed document, TrigramFilter.Builder filters) {
        locked(document.path(), () -> {
            Entry known = entries.get(document.path());
            if (known != null && known.fingerprint() == 0) {
                read(document.path(), document.file(), filters);
                Entry now = entries.get(document.path());
                if (now == null || !now.listed().equals(document)) {
                    // Others were faster than the first reading, and there is no content to compare with.
                    listeners.tell(document.path(), now == null ? Kind.GONE : Kind.CHANGED);
                }
            }
        });
    }

    private static Optional<Kind> change(@Nullable Entry before, @Nullable Entry after) {
        if (before == null) {
            return after == null ? Optional.empty() : Optional.of(Kind.APPEARED);
        }
        if (after == null) {
            return Optional.of(Kind.GONE);
        }
        return before.fingerprint() == after.fingerprint() ? Optional.empty() : Optional.of(Kind.CHANGED);
    }

    private void read(String path, Path file, TrigramFilter.Builder filters) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                forget(path);
                return;
            }
            var document = new Listed(path, file, attributes.lastModifiedTime().toMillis(), attributes.size());
            if (document.size() > FileContent.LARGEST) {
                links.remove(path);
                entries.put(path, Entry.unreadable(document, -1));
            } else {
                put(document, FileContent.bytes(file), filters);
            }
        } catch (IOException e) {
            forget(path);
        }
    }

    private void put(Listed document, byte[] bytes, TrigramFilter.Builder filters) {
        long fingerprint = fingerprint(bytes);
        Entry known = entries.get(document.path());
        if (known != null && known.fingerprint() == fingerprint) {
            entries.put(document.path(), known.relisted(document));
        } else if (FileContent.decode(bytes) instanceof FileContent.Text(String raw)) {
            MarkedText text = MarkedText.parse(raw);
            String view = text.accepted().text();
            links.put(document.path(), LinkScanner.scan(view), Aliases.of(view));
            boolean hasSuggestions = text.marks().stream().anyMatch(Mark::isSuggestion);
            entries.put(document.path(), new Entry(document, filters.build(view), true, hasSuggestions, fingerprint));
        } else {
            links.remove(document.path());
            entries.put(document.path(), Entry.unreadable(document, fingerprint));
        }
    }

    private static long fingerprint(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        // The high bit keeps it from being 0.
        return (1L << 63) | ((long) bytes.length << 32) | checksum.getValue();
    }

    private void forget(String path) {
        entries.remove(path);
        links.remove(path);
    }

    private void forgetAndTell(String path) {
        locked(path, () -> {
            boolean known = entries.containsKey(path);
            forget(path);
            if (known) {
                listeners.tell(path, Kind.GONE);
            }
        });
    }

    /** One reading of a document at a time, so that what is read last is what stays, and what is told last is so. */
    private void locked(String path, Runnable task) {
        ReentrantLock lock = reading[Math.floorMod(path.hashCode(), STRIPES)];
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
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
