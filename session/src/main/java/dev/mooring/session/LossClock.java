package dev.mooring.session;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

/**
 * A clock that orders the losses of sessions, the reports of losses to callers, and the decisions of callers. It stands still
 * between losses and reports, and then advances at least to the time of {@link System#nanoTime}. Thread-safe; reading takes no
 * lock.
 */
final class LossClock {
    private static final long ORIGIN = System.nanoTime();

    private final ReentrantLock advancing = new ReentrantLock();

    /** Written with {@link #advancing} held. */
    private volatile long now;

    /** Returns the current time. */
    long now() {
        return now;
    }

    /** Returns the time by this clock for a time by {@link System#nanoTime}. */
    static long timeOf(long nanoTime) {
        return nanoTime - ORIGIN;
    }

    private long next() {
        return Math.max(now + 1, timeOf(System.nanoTime()));
    }

    /** Advances the clock, and returns the new time. */
    long tick() {
        advancing.lock();
        try {
            long time = next();
            now = time;
            return time;
        } finally {
            advancing.unlock();
        }
    }

    /**
     * Publishes a loss at the next time. The time becomes visible only after the publication, so a caller that reads it
     * decides after the loss.
     *
     * @param publication gets the time of the loss; returns false if there is no loss to publish
     */
    boolean publish(LongPredicate publication) {
        advancing.lock();
        try {
            long time = next();
            if (!publication.test(time)) {
                return false;
            }
            now = time;
            return true;
        } finally {
            advancing.unlock();
        }
    }
}
