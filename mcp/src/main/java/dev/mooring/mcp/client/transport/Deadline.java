package dev.mooring.mcp.client.transport;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The time by which a call must have a reply. Progress extends it, up to a maximum. Pauses do not count towards it.
 * Thread-safe.
 */
public final class Deadline {
    private final long started = System.nanoTime();
    private final long timeoutNanos;
    private final long maxNanos;
    private final @Nullable Deadline outer;
    private final AtomicInteger suspensions = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();
    private final AtomicLong pausedNanos = new AtomicLong();
    private volatile long allowedNanos;

    private Deadline(long timeoutNanos, long maxNanos, @Nullable Deadline outer) {
        this.outer = outer;
        this.timeoutNanos = timeoutNanos;
        this.maxNanos = Math.max(timeoutNanos, maxNanos);
        this.allowedNanos = timeoutNanos;
    }

    /** Returns a deadline that extensions cannot move beyond the maximum, measured from now. */
    public static Deadline after(Duration timeout, Duration maximum) {
        return new Deadline(timeout.toNanos(), maximum.toNanos(), null);
    }

    /** Returns a deadline that cannot be extended. */
    public static Deadline after(Duration timeout) {
        return after(timeout, timeout);
    }

    /** Returns a deadline for one step of the work. A pause of the step is also a pause of this deadline. */
    public Deadline step(Duration timeout) {
        return new Deadline(timeout.toNanos(), timeout.toNanos(), this);
    }

    /** Returns a deadline that never passes. */
    public static Deadline never() {
        return new Deadline(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, null);
    }

    /** Restarts the timeout, because the call made progress. */
    public void extend() {
        allowedNanos = Math.min(maxNanos, elapsedNanos() + timeoutNanos);
    }

    /** Stops the timeout while the server waits for a response from this client. The maximum still applies. */
    public void suspend() {
        suspensions.incrementAndGet();
    }

    /** Restarts the timeout after a {@link #suspend}. */
    public void resume() {
        extend();
        suspensions.decrementAndGet();
    }

    /** Stops the clock, including that of the maximum, until the pause is closed. Pauses on one deadline may overlap. */
    public Pause pause() {
        return new Pause(this);
    }

    /** An interval that does not count towards the timeout and the maximum. */
    public static final class Pause implements AutoCloseable {
        private final Deadline deadline;
        private final long began = System.nanoTime();

        private Pause(Deadline deadline) {
            this.deadline = deadline;
            for (Deadline each = deadline; each != null; each = each.outer) {
                each.pauses.incrementAndGet();
            }
        }

        @Override
        public void close() {
            long nanos = System.nanoTime() - began;
            for (Deadline each = deadline; each != null; each = each.outer) {
                each.pausedNanos.addAndGet(nanos);
                each.pauses.decrementAndGet();
            }
        }
    }

    private long elapsedNanos() {
        return System.nanoTime() - started - pausedNanos.get();
    }

    /** Returns the remaining time; zero or negative if the deadline has passed. */
    public long remainingNanos() {
        if (pauses.get() > 0) {
            return maxNanos;
        }
        long allowed = suspensions.get() > 0 ? maxNanos : allowedNanos;
        return allowed - elapsedNanos();
    }

    /** Returns a time in which the deadline cannot pass, even if a suspension ends immediately. */
    long nanosToNextCheck() {
        return Math.min(timeoutNanos, remainingNanos());
    }

    /** Returns whether the deadline has passed. */
    public boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    /** Returns the time from the start of the call to the deadline, with all extensions so far. */
    public Duration allowed() {
        return Duration.ofNanos(allowedNanos);
    }
}
