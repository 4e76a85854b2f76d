package dev.mooring.vault.review;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A cache of the pending suggestions of each document, which reads a file again only if it has changed. Thread-safe. */
final class PendingCache {

    private final DocumentStore store;
    private final ParsedDocuments parsed;
    private final Map<String, Cached> cache = new ConcurrentHashMap<>();

    /**
     * The version of a file. Mooring replaces files, so the file key distinguishes even two writes within one tick of the
     * clock.
     */
    private record Stamp(@Nullable Object fileKey, FileTime modified, long size) {}

    private record Cached(Stamp stamp, List<PendingSuggestion> pending) {}

    PendingCache(DocumentStore store, ParsedDocuments parsed) {
        this.store = store;
        this.parsed = parsed;
    }

    /** Returns the pending suggestions; empty if the document does not exist or is not text. */
    List<PendingSuggestion> pending(Resolution.Document document) throws IOException {
        Stamp stamp;
        try {
            var attributes = Files.readAttributes(document.file(), BasicFileAttributes.class);
            stamp = new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
        } catch (NoSuchFileException e) {
            cache.remove(document.path());
            return List.of();
        }
        Cached cached = cache.get(document.path());
        if (cached != null && cached.stamp().equals(stamp)) {
            return cached.pending();
        }
        // The stamp is older than the content. If the file changes in between, the next call reads it again.
        List<PendingSuggestion> pending = store.read(document) instanceof FileContent.Text(String raw)
                ? parsed.of(document.path(), raw).pending()
                : List.of();
        cache.put(document.path(), new Cached(stamp, pending));
        return pending;
    }
}
