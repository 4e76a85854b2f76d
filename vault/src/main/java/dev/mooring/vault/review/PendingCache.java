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

/** What waits in each document, read again only when its file is another one or has changed. */
final class PendingCache {

    private final DocumentStore store;
    private final ParsedDocuments parsed;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** Every write of ours makes a new file, so the key tells even writes within one tick of the clock apart. */
    private record Stamp(@Nullable Object fileKey, FileTime modified, long size) {}

    private record Known(Stamp stamp, List<PendingSuggestion> pending) {}

    PendingCache(DocumentStore store, ParsedDocuments parsed) {
        this.store = store;
        this.parsed = parsed;
    }

    List<PendingSuggestion> pending(Resolution.Document document) throws IOException {
        Stamp stamp;
        try {
            var attributes = Files.readAttributes(document.file(), BasicFileAttributes.class);
            stamp = new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
        } catch (NoSuchFileException e) {
            known.remove(document.path());
            return List.of();
        }
        Known found = known.get(document.path());
        if (found != null && found.stamp().equals(stamp)) {
            return found.pending();
        }
        // Stamped before it is read: if it changes in between, the stamp is old and it is read once more.
        List<PendingSuggestion> pending = store.read(document) instanceof FileContent.Text(String raw)
                ? parsed.of(document.path(), raw).pending()
                : List.of();
        known.put(document.path(), new Known(stamp, pending));
        return pending;
    }
}
