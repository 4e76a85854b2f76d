package dev.mooring.session;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

/** Orders losses, the moments in which callers are told of them, and the decisions of callers. Thread-safe; reading takes no lock. */
final class LossClock {
    private final ReentrantLock advancing = new ReentrantLock();

    /** Written with {@link #advancing} held. */
    private volatile long now;

    /** Returns the current time. */
    long now() {
        return now;
    }

    /** Advances the clock, and returns the new time. */
    long tick() {
        advancing.lock();
        try {
            long time = now + 1;
            now = time;
            return time;
        } finally {
            advancing.unlock();
        }
    }

    /**
     * Publishes a loss at the next time, which becomes visible only afterwards: a caller that knows this time decides after
     * the loss.
     *
     * @param publication gets the time of the loss; returns false if there is no loss to publish
     */
    boolean publish(LongPredicate publication) {
        advancing.lock();
        try {
            long time = now + 1;
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
