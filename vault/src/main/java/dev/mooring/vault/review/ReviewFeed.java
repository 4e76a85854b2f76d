package dev.mooring.vault.review;

import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.Resolution;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns changes of documents into changes of pending suggestions, for the listeners of a review. A thread of its own
 * compares the suggestions, so that the thread that changes a document does not wait. Several changes of a document in a
 * row become one. Thread-safe.
 */
final class ReviewFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewFeed.class);

    private final DocumentStore store;
    private final PendingCache cache;
    private final List<Consumer<ReviewChange>> listeners = new CopyOnWriteArrayList<>();

    /** The suggestion ids of each path that the listeners know. */
    private final Map<String, Set<String>> reported = new ConcurrentHashMap<>();

    /** Guards {@link #started}. Held during the start, so that no subscriber misses a change. */
    private final ReentrantLock starting = new ReentrantLock();

    private boolean started;

    /** Guards {@link #changedPaths}, {@link #registration} and {@link #closed}. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private final Set<String> changedPaths = new LinkedHashSet<>();
    private DocumentStore.@Nullable Registration registration;
    private boolean closed;

    ReviewFeed(DocumentStore store, PendingCache cache) {
        this.store = store;
        this.cache = cache;
    }

    Review.Subscription subscribe(Consumer<ReviewChange> listener) {
        listeners.add(listener);
        starting.lock();
        try {
            if (!started) {
                started = true;
                listen();
                recordCurrentSuggestions();
                Thread.ofPlatform().daemon().name("review-feed").start(this::run);
            }
        } finally {
            starting.unlock();
        }
        return () -> listeners.remove(listener);
    }

    private void listen() {
        lock.lock();
        try {
            registration = store.onChange(change -> addChange(change.path()));
        } finally {
            lock.unlock();
        }
    }

    private void addChange(String path) {
        lock.lock();
        try {
            changedPaths.add(path);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                String path = take();
                if (path == null) {
                    return;
                }
                publish(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void recordCurrentSuggestions() {
        for (Resolution.Document document : store.documentsToReview()) {
            try {
                reported.put(document.path(), ids(cache.pending(document)));
            } catch (IOException e) {
                LOG.debug("Cannot read {}", document.path(), e);
            }
        }
    }

    private @Nullable String take() throws InterruptedException {
        lock.lock();
        try {
            while (changedPaths.isEmpty() && !closed) {
                changed.await();
            }
            if (closed) {
                return null;
            }
            String path = changedPaths.iterator().next();
            changedPaths.remove(path);
            return path;
        } finally {
            lock.unlock();
        }
    }

    private void publish(String path) {
        List<PendingSuggestion> pending;
        try {
            pending = store.resolve(path) instanceof Resolution.Document document ? cache.pending(document) : List.of();
        } catch (IOException e) {
            LOG.debug("Cannot read {}", path, e);
            return;
        }
        Set<String> now = ids(pending);
        Set<String> before = reported.getOrDefault(path, Set.of());
        reported.put(path, now);
        Set<String> resolved = new HashSet<>(before);
        resolved.removeAll(now);
        List<PendingSuggestion> added = pending.stream()
                .filter(suggestion -> !before.contains(suggestion.ref().id()))
                .toList();
        var change = new ReviewChange(path, added, resolved.size(), now.size());
        for (Consumer<ReviewChange> listener : listeners) {
            try {
                listener.accept(change);
            } catch (RuntimeException e) {
                LOG.warn("A review listener failed on {}", path, e);
            }
        }
    }

    private static Set<String> ids(List<PendingSuggestion> pending) {
        return pending.stream().map(it -> it.ref().id()).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (registration != null) {
                registration.close();
            }
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
