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
 * Turns "this document was touched" into what that means for those who review. A thread of its own compares, so that
 * whoever touched a document never waits; several touches of one document in a row become one change.
 */
final class ReviewFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewFeed.class);

    private final DocumentStore store;
    private final PendingCache cache;
    private final List<Consumer<ReviewChange>> listeners = new CopyOnWriteArrayList<>();

    /** Ids by path, as last told. */
    private final Map<String, Set<String>> told = new ConcurrentHashMap<>();

    /** Guards {@link #started}; whoever subscribes hears of everything that happens from then on. */
    private final ReentrantLock starting = new ReentrantLock();

    private boolean started;

    /** Guards {@link #touched}, {@link #registration} and {@link #closed}. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition somethingToDo = lock.newCondition();
    private final Set<String> touched = new LinkedHashSet<>();
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
                rememberWhatIsThere();
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
            registration = store.onChange(change -> touched(change.path()));
        } finally {
            lock.unlock();
        }
    }

    private void touched(String path) {
        lock.lock();
        try {
            touched.add(path);
            somethingToDo.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                String path = next();
                if (path == null) {
                    return;
                }
                compare(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rememberWhatIsThere() {
        for (Resolution.Document document : store.documentsWithSuggestions()) {
            try {
                told.put(document.path(), ids(cache.pending(document)));
            } catch (IOException e) {
                LOG.debug("{} cannot be read", document.path(), e);
            }
        }
    }

    private @Nullable String next() throws InterruptedException {
        lock.lock();
        try {
            while (touched.isEmpty() && !closed) {
                somethingToDo.await();
            }
            if (closed) {
                return null;
            }
            String path = touched.iterator().next();
            touched.remove(path);
            return path;
        } finally {
            lock.unlock();
        }
    }

    private void compare(String path) {
        List<PendingSuggestion> pending;
        try {
            pending = store.resolve(path) instanceof Resolution.Document document ? cache.pending(document) : List.of();
        } catch (IOException e) {
            LOG.debug("{} cannot be read", path, e);
            return;
        }
        Set<String> now = ids(pending);
        Set<String> before = told.getOrDefault(path, Set.of());
        told.put(path, now);
        Set<String> settled = new HashSet<>(before);
        settled.removeAll(now);
        List<PendingSuggestion> added = pending.stream()
                .filter(suggestion -> !before.contains(suggestion.ref().id()))
                .toList();
        var change = new ReviewChange(path, added, settled.size(), now.size());
        for (Consumer<ReviewChange> listener : listeners) {
            try {
                listener.accept(change);
            } catch (RuntimeException e) {
                LOG.warn("A listener to the review failed", e);
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
            somethingToDo.signal();
        } finally {
            lock.unlock();
        }
    }
}
