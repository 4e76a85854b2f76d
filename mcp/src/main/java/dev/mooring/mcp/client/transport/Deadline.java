package dev.mooring.mcp.client.transport;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The time by which a call must have a reply. Progress extends it, up to a maximum. Thread-safe. */
public final class Deadline {
    private final long started = System.nanoTime();
    private final long timeoutNanos;
    private final long maxNanos;
    private final AtomicInteger suspensions = new AtomicInteger();
    private volatile long allowedNanos;

    private Deadline(long timeoutNanos, long maxNanos) {
        this.timeoutNanos = timeoutNanos;
        this.maxNanos = Math.max(timeoutNanos, maxNanos);
        this.allowedNanos = timeoutNanos;
    }

    /** Returns a deadline that extensions cannot move beyond the maximum, measured from now. */
    public static Deadline after(Duration timeout, Duration maximum) {
        return new Deadline(timeout.toNanos(), maximum.toNanos());
    }

    /** Returns a deadline that cannot be extended. */
    public static Deadline after(Duration timeout) {
        return after(timeout, timeout);
    }

    /** Returns a deadline that never passes. */
    public static Deadline never() {
        return new Deadline(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
    }

    /** Restarts the timeout, because the call made progress. */
    public void extend() {
        allowedNanos = Math.min(maxNanos, System.nanoTime() - started + timeoutNanos);
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

    /** Returns the remaining time; zero or negative if the deadline has passed. */
    public long remainingNanos() {
        long allowed = suspensions.get() > 0 ? maxNanos : allowedNanos;
        return allowed - (System.nanoTime() - started);
    }

    /** Returns how long the deadline certainly does not pass, even if a suspension ends immediately. */
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
