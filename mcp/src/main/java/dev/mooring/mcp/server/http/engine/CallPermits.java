package dev.mooring.mcp.server.http.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The permits for calls that run at the same time, with a limit per caller. Further calls of a caller wait in the order of
 * their arrival, so that a caller with many calls delays itself more than others. Thread-safe.
 */
final class CallPermits {
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final int perCaller;
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    private static final class Gate {
        final Semaphore permits;
        int users;

        Gate(int permits) {
            this.permits = new Semaphore(permits, true);
        }
    }

    /** @param perCaller the number of calls that run at the same time for one caller; 0 for no limit */
    CallPermits(int perCaller) {
        this.perCaller = perCaller;
    }

    /** The permit of one call, which is closed when the call has ended. */
    @FunctionalInterface
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    /** Waits until a call may run. Returns null if that takes too long, or if the thread is interrupted. */
    @Nullable
    Permit acquire(String caller) {
        if (perCaller == 0) {
            return () -> {};
        }
        Gate gate = gates.compute(caller, (_, known) -> {
            Gate used = known == null ? new Gate(perCaller) : known;
            used.users++;
            return used;
        });
        boolean acquired = false;
        try {
            acquired = gate.permits.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!acquired) {
            leave(caller);
            return null;
        }
        return () -> {
            gate.permits.release();
            leave(caller);
        };
    }

    private void leave(String caller) {
        gates.computeIfPresent(caller, (_, gate) -> --gate.users == 0 ? null : gate);
    }

    /** Returns the number of callers with calls that run or wait. */
    int callers() {
        return gates.size();
    }
}
