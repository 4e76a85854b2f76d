package dev.mooring.vault.documents;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of changed documents to index, and the thread that indexes them one after the other.
 *
 * <p>The queue distinguishes own changes, made by this process, from external changes, made by other programs. Due own
 * changes come first, and {@link #awaitOwnChanges()} waits for them; no thread waits for external changes. A document that
 * changes again while it is in the queue is indexed once.
 *
 * <p>A change stays in the queue for a moment. An external change is delayed because one save causes several events. Each
 * own change causes such events too, because the folder watch reports it. An own change is delayed because indexing would
 * compete for the CPU with the answer to the caller that made it. A thread that waits for own changes ends their delay.
 */
final class IndexQueue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IndexQueue.class);

    private static final Duration DELAY = Duration.ofMillis(100);

    private final Consumer<Path> indexer;
    private final long delayNanos;
    private final Thread worker =
            Thread.ofPlatform().daemon().name("vault-index-queue").unstarted(this::run);

    /** Guards all fields below. Never held while a document is indexed. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();

    /** When each document is due, by {@link System#nanoTime()}. The first one is due first. */
    private final LinkedHashMap<Path, Long> own = new LinkedHashMap<>();

    private final LinkedHashMap<Path, Long> external = new LinkedHashMap<>();

    /** How many own changes were queued since the start, how many of them a thread waits for, and how many are indexed. */
    private long ownQueued;

    private long ownAwaited;
    private long ownIndexed;
    private boolean closed;

    private record Item(Path file, boolean isOwn) {}

    /**
     * Creates a queue whose thread is not started.
     *
     * @param indexer indexes one document, on the queue's thread; what it throws is logged
     */
    IndexQueue(Consumer<Path> indexer) {
        this(indexer, DELAY);
    }

    IndexQueue(Consumer<Path> indexer, Duration delay) {
        this.indexer = indexer;
        this.delayNanos = delay.toNanos();
    }

    void start() {
        worker.start();
    }

    /** Queues a document that this process has changed. */
    void addOwn(Path file) {
        lock.lock();
        try {
            external.remove(file);
            if (!closed && own.putIfAbsent(file, System.nanoTime() + delayNanos) == null) {
                ownQueued++;
                signalIfFirst(own);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Queues a document that another program may have changed. */
    void addExternal(Path file) {
        lock.lock();
        try {
            if (!closed
                    && !own.containsKey(file)
                    && external.putIfAbsent(file, System.nanoTime() + delayNanos) == null) {
                signalIfFirst(external);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the worker if the map has one document. With more, the worker already waits until an earlier one is due. */
    private void signalIfFirst(Map<Path, Long> due) {
        if (due.size() == 1) {
            changed.signalAll();
        }
    }

    /**
     * Waits until the own changes that are queued now are indexed. Returns earlier if the queue is closed or the thread is
     * interrupted. Returns at once on the queue's thread, so that a change listener can query the index.
     */
    void awaitOwnChanges() {
        if (Thread.currentThread().equals(worker)) {
            return;
        }
        lock.lock();
        try {
            long target = ownQueued;
            if (ownIndexed < target) {
                ownAwaited = target;
                changed.signalAll();
            }
            while (ownIndexed < target && !closed) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (Optional<Item> item = take(); item.isPresent(); item = take()) {
            Path file = item.get().file;
            try {
                indexer.accept(file);
            } catch (RuntimeException | Error e) {
                // Includes StackOverflowError, which a deeply nested text can cause. The thread must survive.
                LOG.warn("Cannot index {}", file, e);
            }
            if (item.get().isOwn) {
                countIndexed();
            }
        }
    }

    private void countIndexed() {
        lock.lock();
        try {
            ownIndexed++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next document. Returns empty when the queue is closed. */
    private Optional<Item> take() {
        lock.lock();
        try {
            while (!closed) {
                long untilOwn = ownIndexed < ownAwaited ? 0 : nanosUntilDue(own);
                if (!own.isEmpty() && untilOwn <= 0) {
                    return Optional.of(new Item(own.pollFirstEntry().getKey(), true));
                }
                long untilExternal = nanosUntilDue(external);
                if (untilExternal <= 0) {
                    return Optional.of(new Item(external.pollFirstEntry().getKey(), false));
                }
                long wait = Math.min(nanosUntilDue(own), untilExternal);
                long _ = changed.awaitNanos(wait);
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            // No code interrupts this thread, which ends with the queue.
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }

    private static long nanosUntilDue(SequencedMap<Path, Long> due) {
        return due.isEmpty() ? Long.MAX_VALUE : due.firstEntry().getValue() - System.nanoTime();
    }

    /** Empties the queue and releases all waiting threads. A document that is being indexed is finished. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            own.clear();
            external.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
