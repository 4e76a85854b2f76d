package dev.mooring.vault;

import dev.mooring.vault.DocumentChange.Kind;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The entries of all documents and the links between them; reads a document when asked to. Safe for many threads. */
final class IndexedDocuments {

    private static final int STRIPES = 64;

    private final VaultFolder folder;
    private final ChangeListeners listeners;
    private final Map<String, IndexEntry> entries = new ConcurrentHashMap<>();
    private final LinkIndex links = new LinkIndex();
    private final ReentrantLock[] reading = new ReentrantLock[STRIPES];

    IndexedDocuments(VaultFolder folder, ChangeListeners listeners) {
        this.folder = folder;
        this.listeners = listeners;
        for (int i = 0; i < STRIPES; i++) {
            reading[i] = new ReentrantLock();
        }
    }

    Collection<IndexEntry> entries() {
        return entries.values();
    }

    LinkIndex links() {
        return links;
    }

    /** Enters a document that is still to be read, unless it is known. */
    void list(Listed document) {
        entries.putIfAbsent(document.path(), IndexEntry.unread(document));
    }

    boolean isAsListed(Listed document) {
        IndexEntry known = entries.get(document.path());
        return known != null && known.listed().equals(document);
    }

    List<String> paths(Predicate<String> wanted) {
        return entries.keySet().stream().filter(wanted).toList();
    }

    /** Reads the document anew, or forgets it if it is gone, and tells the listeners if that is news. */
    void refresh(Path file, TrigramFilter.Builder filters) {
        String path = folder.pathOf(file);
        locked(path, () -> {
            IndexEntry before = entries.get(path);
            read(path, file, filters);
            change(before, entries.get(path)).ifPresent(kind -> listeners.tell(path, kind));
        });
    }

    /** Reads a document for the first time, unless somebody was faster. */
    void readFirst(Listed document, TrigramFilter.Builder filters) {
        locked(document.path(), () -> {
            IndexEntry known = entries.get(document.path());
            if (known != null && known.fingerprint() == 0) {
                read(document.path(), document.file(), filters);
                IndexEntry now = entries.get(document.path());
                if (now == null || !now.listed().equals(document)) {
                    // Others were faster than the first reading, and there is no content to compare with.
                    listeners.tell(document.path(), now == null ? Kind.GONE : Kind.CHANGED);
                }
            }
        });
    }

    /** Forgets a document that is gone, and tells so. */
    void forgetAndTell(String path) {
        locked(path, () -> {
            boolean known = entries.containsKey(path);
            forget(path);
            if (known) {
                listeners.tell(path, Kind.GONE);
            }
        });
    }

    private static Optional<Kind> change(@Nullable IndexEntry before, @Nullable IndexEntry after) {
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
                entries.put(path, IndexEntry.unreadable(document, -1));
            } else {
                put(document, FileContent.bytes(file), filters);
            }
        } catch (IOException e) {
            forget(path);
        }
    }

    private void put(Listed document, byte[] bytes, TrigramFilter.Builder filters) {
        long fingerprint = fingerprint(bytes);
        IndexEntry known = entries.get(document.path());
        if (known != null && known.fingerprint() == fingerprint) {
            entries.put(document.path(), known.relisted(document));
        } else if (FileContent.decode(bytes) instanceof FileContent.Text(String raw)) {
            MarkedText text = MarkedText.parse(raw);
            String view = text.accepted().text();
            links.put(document.path(), LinkScanner.scan(view), Aliases.of(view));
            boolean hasSuggestions = text.marks().stream().anyMatch(Mark::isSuggestion);
            entries.put(
                    document.path(), new IndexEntry(document, filters.build(view), true, hasSuggestions, fingerprint));
        } else {
            links.remove(document.path());
            entries.put(document.path(), IndexEntry.unreadable(document, fingerprint));
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
}
