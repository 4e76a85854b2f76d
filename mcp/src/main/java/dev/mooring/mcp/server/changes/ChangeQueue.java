package dev.mooring.mcp.server.changes;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one listener has not received yet.
 *
 * <p>A change that is already queued is not queued again. So the filter bounds the length of the queue, even if the
 * listener is slow. Thread-safe; each change goes to one of the threads that take.
 */
public final class ChangeQueue implements AutoCloseable {
    private final Predicate<Change> filter;
    private final Set<ChangeQueue> openQueues;
    private final Set<Change> queued = new LinkedHashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition queuedOrClosed = lock.newCondition();
    private boolean closed;

    ChangeQueue(Predicate<Change> filter, Set<ChangeQueue> openQueues) {
        this.filter = filter;
        this.openQueues = openQueues;
        openQueues.add(this);
    }

    boolean accepts(Change change) {
        return filter.test(change);
    }

    /** Adds a change if the filter accepts it and the queue is open. Also puts back a change that was not delivered. */
    public void add(Change change) {
        if (!accepts(change)) {
            return;
        }
        lock.lock();
        try {
            if (!closed && queued.add(change)) {
                queuedOrClosed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next change. Returns null if the queue is closed and empty. */
    public @Nullable Change take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queued.isEmpty()) {
                if (closed) {
                    return null;
                }
                queuedOrClosed.await();
            }
            Iterator<Change> oldest = queued.iterator();
            Change change = oldest.next();
            oldest.remove();
            return change;
        } finally {
            lock.unlock();
        }
    }

    /** Stops accepting changes. Queued changes can still be taken. */
    @Override
    public void close() {
        openQueues.remove(this);
        lock.lock();
        try {
            closed = true;
            queuedOrClosed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
