package dev.mooring.mcp.server;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One listener's changes that are still to be told. The same change twice is told once, so what waits is bounded by
 * what was asked for, however slow the listener is. Safe from any thread; each change goes to one taker.
 */
public final class Listening implements AutoCloseable {
    private final Predicate<Change> wanted;
    private final Set<Listening> all;
    private final Set<Change> waiting = new LinkedHashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private boolean ended;

    Listening(Predicate<Change> wanted, Set<Listening> all) {
        this.wanted = wanted;
        this.all = all;
        all.add(this);
    }

    boolean wants(Change change) {
        return wanted.test(change);
    }

    void offer(Change change) {
        if (!wants(change)) {
            return;
        }
        lock.lock();
        try {
            if (!ended && waiting.add(change)) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next change; null once there will be none. */
    public @Nullable Change take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                if (ended) {
                    return null;
                }
                news.await();
            }
            Iterator<Change> first = waiting.iterator();
            Change change = first.next();
            first.remove();
            return change;
        } finally {
            lock.unlock();
        }
    }

    /** Puts back what could not be told. */
    public void giveBack(Change change) {
        offer(change);
    }

    /** Takers get what waits, and then null. */
    @Override
    public void close() {
        all.remove(this);
        lock.lock();
        try {
            ended = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
