package dev.mooring.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Waits that an interrupt does not break off. Interrupts of the current thread are remembered here instead. */
final class Calm {
    private boolean disturbed;

    Calm(boolean disturbed) {
        this.disturbed = disturbed;
    }

    /** Whether the thread was interrupted, before this began or while it waited. */
    boolean isDisturbed() {
        return disturbed;
    }

    /** Waits, with the condition's lock held, until something holds or so much time has passed. */
    void await(Condition changed, BooleanSupplier reached, Duration atMost) {
        long deadline = System.nanoTime() + saturatedNanos(atMost);
        long left = deadline - System.nanoTime();
        while (!reached.getAsBoolean() && left > 0) {
            try {
                changed.awaitNanos(left);
            } catch (InterruptedException e) {
                disturbed = true;
            }
            left = deadline - System.nanoTime();
        }
    }

    void await(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                disturbed = true;
            }
        }
    }

    /** Returns whether the thread ended in that time. */
    boolean join(Thread thread, Duration atMost) {
        long deadline = System.nanoTime() + saturatedNanos(atMost);
        while (true) {
            try {
                return thread.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                disturbed = true;
            }
        }
    }

    /** As long as anybody waits, at most a year. */
    static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }
}
