package dev.mooring.mcp.server.engine;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the memory that requests and sessions hold, per caller and overall. The figures are estimates, which tend
 * to exceed the real use. Thread-safe.
 */
public final class MemoryBudget {
    /** The budget of this process: a third of the heap, half of which one caller can hold. */
    public static final MemoryBudget OF_PROCESS =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 3);

    private final long total;
    private final long perCaller;
    private final Map<String, Long> heldByCaller = new HashMap<>();
    private long held;

    /** Creates a budget in bytes. One caller can hold half of it. */
    public MemoryBudget(long total) {
        this.total = total;
        this.perCaller = total / 2;
    }

    /** Returns a reservation of no bytes for a caller. The owner closes it. */
    public Reservation reserve(String caller) {
        return new Reservation(caller);
    }

    private synchronized boolean tryAdd(String caller, long bytes) {
        long heldBefore = heldByCaller.getOrDefault(caller, 0L);
        if (heldBefore + bytes > perCaller || held + bytes > total) {
            return false;
        }
        heldByCaller.put(caller, heldBefore + bytes);
        held += bytes;
        return true;
    }

    private synchronized void release(String caller, long bytes) {
        heldByCaller.computeIfPresent(caller, (_, heldBefore) -> heldBefore == bytes ? null : heldBefore - bytes);
        held -= bytes;
    }

    /** The memory that one request or session holds. Thread-safe. */
    public final class Reservation implements AutoCloseable {
        private final String caller;
        private long bytes;
        private boolean closed;

        private Reservation(String caller) {
            this.caller = caller;
        }

        /** Adds bytes to this reservation. Returns false if that would exceed the budget. */
        public synchronized boolean tryAdd(long more) {
            if (closed || !MemoryBudget.this.tryAdd(caller, more)) {
                return false;
            }
            bytes += more;
            return true;
        }

        /** Returns some of the added bytes to the budget. */
        synchronized void remove(long fewer) {
            if (!closed) {
                bytes -= fewer;
                release(caller, fewer);
            }
        }

        /** Returns the bytes to the budget. */
        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                if (bytes > 0) {
                    release(caller, bytes);
                }
            }
        }
    }
}
