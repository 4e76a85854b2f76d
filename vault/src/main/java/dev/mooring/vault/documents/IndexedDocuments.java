package dev.mooring.vault.documents;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentChange.Kind;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The entries of all documents and the links between them; reads a document when asked to. Safe for many threads. */
final class IndexedDocuments {

    private static final Logger LOG = LoggerFactory.getLogger(IndexedDocuments.class);
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

    List<Path> files() {
        return entries.values().stream().map(entry -> entry.listed().file()).toList();
    }

    /**
     * Reads the document anew, or forgets it if it is gone, and tells the listeners if that is news. For one thread at a
     * time, so that they hear of one document in the right order; it holds no lock while it tells them.
     */
    void refresh(Path file, TrigramFilter.Builder filters) {
        String path = folder.pathOf(file);
        Optional<Kind> news = locked(path, () -> {
            IndexEntry before = entries.get(path);
            read(path, file, filters);
            return change(before, entries.get(path));
        });
        news.ifPresent(kind -> listeners.tell(path, kind));
    }

    /**
     * Reads a document for the first time, unless somebody was faster. False if it is no longer as it was listed: then it
     * counts as unread, and the refreshing that it needs will tell of the change.
     */
    boolean readFirst(Listed document, TrigramFilter.Builder filters) {
        String path = document.path();
        return locked(path, () -> {
            IndexEntry known = entries.get(path);
            if (known == null || known.fingerprint() != 0) {
                return true;
            }
            read(path, document.file(), filters);
            if (isAsListed(document)) {
                return true;
            }
            entries.put(path, IndexEntry.unread(document));
            return false;
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
            if (attributes.isRegularFile()) {
                long modified = attributes.lastModifiedTime().toMillis();
                read(new Listed(path, file, modified, attributes.size()), filters);
            } else {
                forget(path);
            }
        } catch (IOException e) {
            forget(path);
        }
    }

    private void read(Listed document, TrigramFilter.Builder filters) {
        try {
            put(document, FileContent.bytes(document.file()), filters);
        } catch (NoSuchFileException e) {
            forget(document.path());
        } catch (FileContent.TooLarge e) {
            links.remove(document.path());
            entries.put(document.path(), IndexEntry.unreadable(document, -1));
        } catch (IOException e) {
            // It is there, but not for us or not for now: it stays listed, and whoever searches tries it himself.
            LOG.warn("{} could not be read for the index", document.file(), e);
            links.remove(document.path());
            entries.put(document.path(), IndexEntry.unread(document));
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

    /** One reading of a document at a time, so that what is read last is what stays. */
    private <T> T locked(String path, Supplier<T> task) {
        ReentrantLock lock = reading[Math.floorMod(path.hashCode(), STRIPES)];
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }
}
