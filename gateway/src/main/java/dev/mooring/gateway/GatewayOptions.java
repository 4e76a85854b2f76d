package dev.mooring.gateway;

import dev.mooring.mcp.Implementation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;

/**
 * How a gateway behaves.
 *
 * @param implementation what it says of itself, to both sides
 * @param idle after how long without use a session ends, where its server's settings say nothing
 * @param maxSessions how many one caller may have open, and each server, where its settings say nothing
 * @param patience how long a call waits for the answer to a question before it is cancelled
 * @param notice for how long after its end the client of a transport session can be told that its handle has ended
 * @param calls hears of each call
 */
public record GatewayOptions(
        Implementation implementation,
        Duration idle,
        int maxSessions,
        Duration patience,
        Duration notice,
        CallListener calls,
        MeterRegistry metrics) {
    public static final Duration USUAL_IDLE = Duration.ofMinutes(30);
    public static final Duration USUAL_NOTICE = Duration.ofHours(24);
    public static final int USUAL_MAX_SESSIONS = 256;

    public GatewayOptions {
        if (!idle.isPositive() || maxSessions < 1) {
            throw new IllegalArgumentException("the idle time and the number of sessions must be positive");
        }
    }

    public static GatewayOptions of(Implementation implementation) {
        return new GatewayOptions(
                implementation,
                USUAL_IDLE,
                USUAL_MAX_SESSIONS,
                Duration.ofMinutes(10),
                USUAL_NOTICE,
                (server, tool, took, failed) -> {},
                new CompositeMeterRegistry());
    }

    public GatewayOptions withIdle(Duration newIdle) {
        return new GatewayOptions(implementation, newIdle, maxSessions, patience, notice, calls, metrics);
    }

    public GatewayOptions withMaxSessions(int max) {
        return new GatewayOptions(implementation, idle, max, patience, notice, calls, metrics);
    }

    public GatewayOptions withPatience(Duration newPatience) {
        return new GatewayOptions(implementation, idle, maxSessions, newPatience, notice, calls, metrics);
    }

    public GatewayOptions withNotice(Duration newNotice) {
        return new GatewayOptions(implementation, idle, maxSessions, patience, newNotice, calls, metrics);
    }

    public GatewayOptions withCalls(CallListener listener) {
        return new GatewayOptions(implementation, idle, maxSessions, patience, notice, listener, metrics);
    }

    public GatewayOptions withMetrics(MeterRegistry registry) {
        return new GatewayOptions(implementation, idle, maxSessions, patience, notice, calls, registry);
    }

    /** Hears of each call of a tool when it is over, on the call's own thread. */
    @FunctionalInterface
    public interface CallListener {
        void called(String server, String tool, Duration took, boolean failed);
    }
}
