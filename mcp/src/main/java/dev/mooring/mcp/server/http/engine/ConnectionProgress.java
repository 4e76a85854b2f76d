package dev.mooring.mcp.server.http.engine;

import java.time.Duration;

/**
 * The progress of the client of one connection, which shows whether the client is too slow. Times are those of
 * {@link System#nanoTime}. Thread-safe: Jetty's threads write, the thread that enforces the deadlines
 * reads.
 */
final class ConnectionProgress {
    /** How long a client may take for the request line and the headers. */
    private static final Duration HEADER_TIMEOUT = Duration.ofSeconds(10);

    /** How long a body may take in any case. After that the client must have sent it at the minimum rate. */
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(10);

    /** How long a client may leave a response unread. After that it must have read at the minimum rate. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private static final long MIN_BYTES_PER_SECOND = 16 * 1024;

    /** The phase of a connection, from the view of the server. */
    private enum Phase {
        /** Waits for the headers of the first request, or of a later one that has begun to arrive. */
        HEADERS,
        BODY,
        WORKING,
        /** Waits for the next request. */
        IDLE
    }

    private Phase phase = Phase.HEADERS;
    private long phaseStart;
    private long received;
    private boolean blocked;
    private long blockedSince;
    private long sentWhileBlocked;
    private boolean accepted;

    ConnectionProgress(long now) {
        phaseStart = now;
    }

    synchronized void received(int bytes, long now) {
        if (bytes > 0) {
            if (phase == Phase.IDLE) {
                enter(Phase.HEADERS, now);
            }
            received += bytes;
        }
    }

    /** @param complete whether the client's buffers took all bytes */
    synchronized void sent(long bytes, boolean complete, long now) {
        if (complete) {
            blocked = false;
        } else if (!blocked) {
            blocked = true;
            blockedSince = now;
            sentWhileBlocked = 0;
        } else {
            sentWhileBlocked += bytes;
        }
    }

    synchronized void requestStarted(boolean hasBody, long now) {
        enter(hasBody ? Phase.BODY : Phase.WORKING, now);
    }

    synchronized void bodyEnded(long now) {
        if (phase == Phase.BODY) {
            enter(Phase.WORKING, now);
        }
    }

    /** @param wasAccepted whether a handler has authenticated the sender of the request */
    synchronized void requestEnded(boolean wasAccepted, long now) {
        accepted |= wasAccepted;
        enter(Phase.IDLE, now);
    }

    private void enter(Phase next, long now) {
        phase = next;
        phaseStart = now;
        received = 0;
    }

    /** Returns whether the client exceeds a deadline. Jetty ends connections that are idle between requests. */
    synchronized boolean isTooSlow(long now) {
        long inPhase = now - phaseStart;
        return switch (phase) {
            case HEADERS -> inPhase > HEADER_TIMEOUT.toNanos();
            case BODY -> inPhase > BODY_TIMEOUT.toNanos() + atMinimumRate(received);
            case WORKING, IDLE ->
                blocked && now - blockedSince > READ_TIMEOUT.toNanos() + atMinimumRate(sentWhileBlocked);
        };
    }

    private static long atMinimumRate(long bytes) {
        return Duration.ofSeconds(1).toNanos() * bytes / MIN_BYTES_PER_SECOND;
    }

    /** Returns whether a request is being served. */
    synchronized boolean isWorking() {
        return phase == Phase.WORKING;
    }

    /** Returns whether a request on this connection was accepted before. */
    synchronized boolean isAccepted() {
        return accepted;
    }

    /** Returns the start of the current phase. */
    synchronized long waitingSince() {
        return phaseStart;
    }
}
