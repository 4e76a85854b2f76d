package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.vault.review.ReviewedDocument;
import dev.mooring.vault.review.SuggestionFilter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** A cache of the documents that were shown last, so that the parts of a long document are computed once. */
final class DocumentFragments {
    private static final int MAX_CACHED = 6;

    private final InstantSource clock;

    /** Guards {@link #cache} and the fragments in it. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Key, DocumentFragment> cache = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, DocumentFragment> eldest) {
            return size() > MAX_CACHED;
        }
    };

    /** @param matching the result of the filter, not the filter: the result of an age filter changes as time passes */
    private record Key(String path, String version, boolean isRaw, List<Boolean> matching) {}

    DocumentFragments(InstantSource clock) {
        this.clock = clock;
    }

    Html html(ReviewedDocument document, boolean isRaw, SuggestionFilter filter) {
        lock.lock();
        try {
            return fragment(document, isRaw, filter).html();
        } finally {
            lock.unlock();
        }
    }

    Optional<Html> part(ReviewedDocument document, boolean isRaw, SuggestionFilter filter, String key) {
        lock.lock();
        try {
            return fragment(document, isRaw, filter).part(key);
        } finally {
            lock.unlock();
        }
    }

    private DocumentFragment fragment(ReviewedDocument document, boolean isRaw, SuggestionFilter filter) {
        Instant now = clock.instant();
        List<Boolean> matching = document.pending().stream()
                .map(suggestion -> filter.matches(suggestion, now))
                .toList();
        return cache.computeIfAbsent(
                new Key(document.path(), document.version(), isRaw, matching),
                _ -> new DocumentFragment(document, isRaw, matching));
    }
}
