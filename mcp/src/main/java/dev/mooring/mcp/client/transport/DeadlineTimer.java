package dev.mooring.mcp.client.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action when a deadline passes, on one daemon thread for all calls of the program.
 *
 * <p>A timer per call would wake a thread twice per call, and so would a timed wait of a virtual thread. That costs
 * several times as much as the rest of the call. This thread sleeps until the earliest deadline that it has seen,
 * however many calls start and finish in the meantime. A new call wakes it only if its own deadline is earlier, which
 * is rare, since most calls have the same timeout.
 */
public final class DeadlineTimer {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    private static final long LONGEST_SLEEP = TimeUnit.DAYS.toNanos(1);

    /** Pause before an action runs again, for a call that is still registered after its deadline. */
    private static final long REPEAT_INTERVAL = TimeUnit.MILLISECONDS.toNanos(50);

    private static final Set<Entry> ENTRIES = ConcurrentHashMap.newKeySet();

    /**
     * Next wake-up, by {@link System#nanoTime}. Far in the future during a scan, so that a deadline which is registered
     * in the meantime unparks the thread.
     */
    private static volatile long nextWakeUp = System.nanoTime() + LONGEST_SLEEP;

    private static final Thread THREAD =
            Thread.ofPlatform().daemon().name("mcp-deadlines").start(DeadlineTimer::run);

    private DeadlineTimer() {}

    /**
     * Registers an action to run when the deadline passes. Closing the entry removes it.
     *
     * @param action runs on the timer's thread, so it must not block. It runs repeatedly until the entry is closed,
     *     because progress may extend the deadline at the moment of the first run
     */
    public static Entry schedule(Deadline deadline, Runnable action) {
        Entry entry = new Entry(deadline, action);
        ENTRIES.add(entry);
        if (nextWakeUp - System.nanoTime() > deadline.nanosToNextCheck()) {
            LockSupport.unpark(THREAD);
        }
        return entry;
    }

    /** A registered deadline. */
    public static final class Entry implements AutoCloseable {
        private final Deadline deadline;
        private final Runnable action;

        private Entry(Deadline deadline, Runnable action) {
            this.deadline = deadline;
            this.action = action;
        }

        private void runAction() {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.warn("Cannot cancel a call whose deadline has passed", e);
            }
        }

        @Override
        public void close() {
            ENTRIES.remove(this);
        }
    }

    private static void run() {
        while (true) {
            nextWakeUp = System.nanoTime() + LONGEST_SLEEP;
            long sleep = LONGEST_SLEEP;
            for (Entry entry : ENTRIES) {
                long remaining = entry.deadline.nanosToNextCheck();
                if (remaining <= 0) {
                    entry.runAction();
                    remaining = REPEAT_INTERVAL;
                }
                sleep = Math.min(sleep, remaining);
            }
            nextWakeUp = System.nanoTime() + sleep;
            LockSupport.parkNanos(DeadlineTimer.class, sleep);
        }
    }
}
