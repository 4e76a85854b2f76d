package dev.mooring.mcp.wire;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The operations of a transport that have not finished yet. Thread-safe. */
public final class InFlight<T> {
    private final Set<T> all = ConcurrentHashMap.newKeySet();
    private volatile boolean awaited;

    /** Adds an operation that starts. */
    public void add(T item) {
        all.add(item);
    }

    /** Removes an operation that has finished. */
    public void remove(T item) {
        all.remove(item);
        if (awaited && all.isEmpty()) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Returns the number of operations in flight. */
    public int size() {
        return all.size();
    }

    /** Returns the number of operations in flight that match a condition. */
    public int count(Predicate<T> condition) {
        return (int) all.stream().filter(condition).count();
    }

    /** Runs an action for each operation in flight. */
    public void forEach(Consumer<T> action) {
        all.forEach(action);
    }

    /** Waits until no operation is in flight, at most for the timeout. An interrupt ends the wait and stays set. */
    public synchronized void awaitNone(Duration timeout) {
        awaited = true;
        long end = System.nanoTime() + timeout.toNanos();
        while (!all.isEmpty()) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
