package dev.mooring.run;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Waits that an interrupt does not abort. The interrupt is recorded instead, so that the caller can restore it. */
final class UninterruptibleWait {
    private boolean interrupted;

    UninterruptibleWait(boolean interrupted) {
        this.interrupted = interrupted;
    }

    /** Returns whether the thread was interrupted before this object was created or during a wait. */
    boolean wasInterrupted() {
        return interrupted;
    }

    /** Waits until the predicate holds or the timeout passes. The caller holds the lock of the condition. */
    void await(Condition changed, BooleanSupplier predicate, Duration timeout) {
        long deadline = System.nanoTime() + saturatedNanos(timeout);
        long left = deadline - System.nanoTime();
        while (!predicate.getAsBoolean() && left > 0) {
            try {
                changed.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = deadline - System.nanoTime();
        }
    }

    /** Waits until the thread ends. Returns false if the timeout passes first. */
    boolean join(Thread thread, Duration timeout) {
        long deadline = System.nanoTime() + saturatedNanos(timeout);
        while (true) {
            try {
                return thread.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Returns the duration in nanoseconds, limited to a year so that deadlines do not overflow. */
    static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }
}
