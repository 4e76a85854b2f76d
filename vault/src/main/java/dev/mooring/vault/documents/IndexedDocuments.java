package dev.mooring.vault.documents;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.documents.DocumentChange.Kind;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.PathRules;
import dev.mooring.vault.files.ReadFile;
import dev.mooring.vault.files.SequentialReader;
import dev.mooring.vault.files.VaultFolder;
import dev.mooring.vault.links.Aliases;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.links.LinkScanner;
import dev.mooring.vault.search.words.WordIndex;
import dev.mooring.vault.text.DocumentProperties;
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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The index entries of all documents, their words, and the links between them. Thread-safe. */
final class IndexedDocuments {

    private static final Logger LOG = LoggerFactory.getLogger(IndexedDocuments.class);
    private static final int STRIPES = 64;

    private final VaultFolder folder;
    private final ChangeListeners listeners;

    /** By path, and sorted: otherwise each search would sort all paths, on one thread. */
    private final Map<String, IndexEntry> entries = new ConcurrentSkipListMap<>();

    private final Map<String, Listed> attachments = new ConcurrentHashMap<>();
    private final LinkIndex links = LinkIndex.deferred();
    private final WordIndex words = new WordIndex();

    /** Striped by path, so that only one thread at a time reads a document into the index. */
    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    IndexedDocuments(VaultFolder folder, ChangeListeners listeners) {
        this.folder = folder;
        this.listeners = listeners;
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /** Returns all entries, sorted by path. */
    Collection<IndexEntry> entries() {
        return entries.values();
    }

    LinkIndex links() {
        return links;
    }

    WordIndex words() {
        return words;
    }

    /** Returns the entry of a document, or null. */
    @Nullable
    IndexEntry entry(String path) {
        return entries.get(path);
    }

    /** Adds an unread entry for a document, unless it has an entry. Links of other documents can lead to it. */
    void addUnread(Listed document) {
        ReentrantLock lock = lock(document.path());
        lock.lock();
        try {
            if (entries.putIfAbsent(document.path(), IndexEntry.unread(document)) == null) {
                links.put(document.path(), List.of(), List.of());
            }
        } finally {
            lock.unlock();
        }
    }

    Collection<Listed> attachments() {
        return attachments.values();
    }

    /** Adds or replaces an attachment. Its content is not read. */
    void putAttachment(Listed attachment) {
        if (attachments.put(attachment.path(), attachment) == null) {
            links.putAttachment(attachment.path());
        }
    }

    private void removeAttachment(String path) {
        if (attachments.remove(path) != null) {
            links.remove(path);
        }
    }

    /** Returns whether the index has the same file attributes for a document or attachment. */
    boolean isUpToDate(Listed file) {
        IndexEntry entry = entries.get(file.path());
        return entry == null
                ? file.equals(attachments.get(file.path()))
                : entry.listed().equals(file);
    }

    List<Path> files() {
        return Stream.concat(entries.values().stream().map(IndexEntry::listed), attachments.values().stream())
                .map(Listed::file)
                .toList();
    }

    /**
     * Indexes a document again, or removes its entry if the file does not exist, and notifies the listeners of a change.
     * Only one thread at a time calls this, so that the listeners see the changes of a document in order. The listeners run
     * without a lock.
     */
    void refresh(Path file) {
        String path = folder.pathOf(file);
        if (PathRules.isAttachment(path)) {
            refreshAttachment(path, file);
            return;
        }
        refreshDocument(path, file).ifPresent(kind -> listeners.fire(new DocumentChange(path, kind)));
    }

    private Optional<Kind> refreshDocument(String path, Path file) {
        ReentrantLock lock = lock(path);
        lock.lock();
        try {
            IndexEntry before = entries.get(path);
            try (var reader = new SequentialReader(folder)) {
                index(path, file, reader);
            } catch (IOException e) {
                LOG.debug("Cannot close the folder of {}", file, e);
            }
            return change(before, entries.get(path));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Indexes a document for the first time, unless another thread has done so. Returns false if the file has changed since
     * the walk listed it. The entry stays unread then, and the caller must refresh it, so that listeners are notified.
     */
    boolean indexFirst(Listed document, SequentialReader reader) {
        String path = document.path();
        ReentrantLock lock = lock(path);
        lock.lock();
        try {
            IndexEntry entry = entries.get(path);
            if (entry == null || entry.fingerprint() != 0) {
                return true;
            }
            index(path, document.file(), reader);
            if (isUpToDate(document)) {
                return true;
            }
            entries.put(path, IndexEntry.unread(document));
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void refreshAttachment(String path, Path file) {
        try {
            BasicFileAttributes attributes = attributes(file);
            if (attributes.isRegularFile()) {
                putAttachment(listed(path, file, attributes));
            } else {
                removeAttachment(path);
            }
        } catch (IOException e) {
            removeAttachment(path);
        }
    }

    private static Optional<Kind> change(@Nullable IndexEntry before, @Nullable IndexEntry after) {
        if (before == null) {
            return after == null ? Optional.empty() : Optional.of(Kind.CREATED);
        }
        if (after == null) {
            return Optional.of(Kind.REMOVED);
        }
        return before.fingerprint() == after.fingerprint() ? Optional.empty() : Optional.of(Kind.CHANGED);
    }

    private void index(String path, Path file, SequentialReader reader) {
        try {
            ReadFile read = reader.read(file);
            put(new Listed(path, file, read.modifiedMillis(), read.bytes().length), read.bytes());
        } catch (NoSuchFileException e) {
            remove(path);
        } catch (IOException e) {
            putUnread(path, file, e);
        }
    }

    private void putUnread(String path, Path file, IOException problem) {
        try {
            Listed document = listed(path, file, attributes(file));
            removeContent(path);
            if (problem instanceof FileContent.TooLarge) {
                entries.put(path, IndexEntry.unreadable(document, -1));
            } else {
                // The file may be readable later. It stays listed as unread, and every search tries to read it.
                LOG.warn("Cannot read {} for the index", file, problem);
                entries.put(path, IndexEntry.unread(document));
            }
        } catch (IOException e) {
            remove(path);
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static Listed listed(String path, Path file, BasicFileAttributes attributes) {
        return new Listed(path, file, attributes.lastModifiedTime().toMillis(), attributes.size());
    }

    private void put(Listed document, byte[] bytes) {
        long fingerprint = fingerprint(bytes);
        IndexEntry entry = entries.get(document.path());
        if (entry != null && entry.fingerprint() == fingerprint) {
            entries.put(document.path(), entry.withListed(document));
        } else if (FileContent.decode(bytes) instanceof FileContent.Text(String raw)) {
            MarkedText text = MarkedText.parse(raw);
            String view = text.accepted().text();
            Map<String, List<String>> properties = DocumentProperties.of(view);
            links.put(document.path(), LinkScanner.scan(view), Aliases.of(properties));
            words.put(document.path(), view, properties);
            boolean hasPendingMarks = text.marks().stream().anyMatch(Mark::isWaiting);
            entries.put(document.path(), new IndexEntry(document, true, hasPendingMarks, fingerprint));
        } else {
            removeContent(document.path());
            entries.put(document.path(), IndexEntry.unreadable(document, fingerprint));
        }
    }

    private static long fingerprint(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        // The high bit is set because 0 means unread.
        return (1L << 63) | ((long) bytes.length << 32) | checksum.getValue();
    }

    private void remove(String path) {
        entries.remove(path);
        removeContent(path);
    }

    private void removeContent(String path) {
        links.remove(path);
        words.remove(path);
    }

    /** Returns the document's lock. Without it, an older version could overwrite a newer one in the index. */
    private ReentrantLock lock(String path) {
        return locks[Math.floorMod(path.hashCode(), STRIPES)];
    }
}
