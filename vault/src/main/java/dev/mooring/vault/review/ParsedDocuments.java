package dev.mooring.vault.review;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last texts that were read of a few documents, so that a page, the decision on what it shows and the page after that
 * need not each find the marks anew. Safe for use by many threads.
 */
final class ParsedDocuments {

    private static final int MOST = 4;

    /** Guarded by itself; the document that was asked for longest ago comes first. */
    private final Map<String, ReviewedDocument> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReviewedDocument> eldest) {
            return size() > MOST;
        }
    };

    /** As {@link ReviewedDocument#of}. */
    ReviewedDocument of(String path, String raw) {
        ReviewedDocument found;
        synchronized (known) {
            found = known.get(path);
        }
        if (found != null && found.text().raw().equals(raw)) {
            return found;
        }
        ReviewedDocument parsed = ReviewedDocument.of(path, raw);
        synchronized (known) {
            known.put(path, parsed);
        }
        return parsed;
    }
}
