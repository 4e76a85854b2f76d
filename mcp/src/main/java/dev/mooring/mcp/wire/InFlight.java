package dev.mooring.mcp.wire;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What a transport has begun and not ended, for whoever waits until there is nothing. Safe from any thread. */
public final class InFlight<T> {
    private final Set<T> all = ConcurrentHashMap.newKeySet();
    private volatile boolean awaited;

    public void add(T item) {
        all.add(item);
    }

    public void remove(T item) {
        all.remove(item);
        if (awaited && all.isEmpty()) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    public int size() {
        return all.size();
    }

    public void forEach(Consumer<T> action) {
        all.forEach(action);
    }

    /** Waits until there is nothing, or for so long. An interrupt ends the waiting and is kept for the caller. */
    public synchronized void awaitNone(Duration patience) {
        awaited = true;
        long end = System.nanoTime() + patience.toNanos();
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
