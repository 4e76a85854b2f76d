package dev.mooring.mcp.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what takes too long: one daemon thread for all calls of the program.
 *
 * <p>A timer for each call would wake a thread twice for it, and so does a timed wait of a virtual thread; that costs
 * several times as much as the rest of the call. Here the thread knows only when the first of the deadlines that it has
 * seen may pass, and sleeps until then however many calls come and go. A new call wakes it only if its own deadline is
 * earlier, which is rare, since most calls are given the same time.
 */
public final class DeadlineWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineWatch.class);
    private static final long FAR = TimeUnit.DAYS.toNanos(1);
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(50);

    private static final Set<Guard> GUARDS = ConcurrentHashMap.newKeySet();

    /** When the thread looks next, by {@link System#nanoTime}. It is far while it looks, so that who comes then wakes it. */
    private static volatile long nextLook = System.nanoTime() + FAR;

    private static final Thread THREAD =
            Thread.ofPlatform().daemon().name("mcp-deadlines").start(DeadlineWatch::watch);

    private DeadlineWatch() {}

    /**
     * Ends a piece of work once its deadline has passed, until the guard is closed.
     *
     * @param end runs on the thread of all deadlines, so must return at once; again and again where the first time
     *     does not help, as when progress extended the deadline at that very moment
     */
    public static Guard guard(Deadline deadline, Runnable end) {
        Guard guard = new Guard(deadline, end);
        GUARDS.add(guard);
        if (nextLook - System.nanoTime() > deadline.nanosToLook()) {
            LockSupport.unpark(THREAD);
        }
        return guard;
    }

    /** A deadline that is watched. */
    public static final class Guard implements AutoCloseable {
        private final Deadline deadline;
        private final Runnable end;

        private Guard(Deadline deadline, Runnable end) {
            this.deadline = deadline;
            this.end = end;
        }

        private void end() {
            try {
                end.run();
            } catch (RuntimeException e) {
                LOG.warn("a call could not be ended at its deadline", e);
            }
        }

        @Override
        public void close() {
            GUARDS.remove(this);
        }
    }

    private static void watch() {
        while (true) {
            nextLook = System.nanoTime() + FAR;
            long wait = FAR;
            for (Guard guard : GUARDS) {
                long left = guard.deadline.nanosToLook();
                if (left <= 0) {
                    guard.end();
                    left = AGAIN;
                }
                wait = Math.min(wait, left);
            }
            nextLook = System.nanoTime() + wait;
            LockSupport.parkNanos(DeadlineWatch.class, wait);
        }
    }
}
