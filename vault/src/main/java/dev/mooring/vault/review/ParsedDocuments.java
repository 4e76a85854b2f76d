package dev.mooring.vault.review;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache of a few parsed documents. A page, the decision on it and the next page parse the same text, so they share one
 * result. Thread-safe.
 */
final class ParsedDocuments {

    private static final int MAX_DOCUMENTS = 4;

    /** Documents by path, in access order. Guarded by itself. */
    private final Map<String, ReviewedDocument> cache = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReviewedDocument> eldest) {
            return size() > MAX_DOCUMENTS;
        }
    };

    /** Returns the parsed document, from the cache if the raw text is the same. */
    ReviewedDocument of(String path, String raw) {
        ReviewedDocument cached;
        synchronized (cache) {
            cached = cache.get(path);
        }
        if (cached != null && cached.text().raw().equals(raw)) {
            return cached;
        }
        ReviewedDocument parsed = ReviewedDocument.of(path, raw);
        synchronized (cache) {
            cache.put(path, parsed);
        }
        return parsed;
    }
}
