package dev.mooring.mcp.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** When a call has taken too long. Extended by progress, but never past its cap. Safe for all threads. */
public final class Deadline {
    private final long started = System.nanoTime();
    private final long timeoutNanos;
    private final long capNanos;
    private final AtomicInteger suspensions = new AtomicInteger();
    private volatile long allowedNanos;

    private Deadline(long timeoutNanos, long capNanos) {
        this.timeoutNanos = timeoutNanos;
        this.capNanos = Math.max(timeoutNanos, capNanos);
        this.allowedNanos = timeoutNanos;
    }

    public static Deadline after(Duration timeout, Duration cap) {
        return new Deadline(timeout.toNanos(), cap.toNanos());
    }

    public static Deadline after(Duration timeout) {
        return after(timeout, timeout);
    }

    /** For what ends only when somebody ends it. */
    public static Deadline never() {
        return new Deadline(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
    }

    /** Progress was made: the timeout begins anew. */
    public void extend() {
        allowedNanos = Math.min(capNanos, System.nanoTime() - started + timeoutNanos);
    }

    /** The server waits for somebody at this end, so its own time stands still. */
    public void suspend() {
        suspensions.incrementAndGet();
    }

    /** Somebody at this end has answered: the timeout begins anew. */
    public void resume() {
        extend();
        suspensions.decrementAndGet();
    }

    /** Zero or less once it has passed. */
    public long remainingNanos() {
        long allowed = suspensions.get() > 0 ? capNanos : allowedNanos;
        return allowed - (System.nanoTime() - started);
    }

    /** After how long to look again: it cannot have passed before, not even if a suspension ends at once. */
    long nanosToLook() {
        return Math.min(timeoutNanos, remainingNanos());
    }

    public boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    /** How long the call was given in the end. */
    public Duration allowed() {
        return Duration.ofNanos(allowedNanos);
    }
}
