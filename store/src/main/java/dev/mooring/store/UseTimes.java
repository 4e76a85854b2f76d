package dev.mooring.store;

import dev.mooring.handle.HandleKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The times at which this process last used each handle. A use is written to the database later, at most once per minute and
 * handle, so that a use costs no write. Times are milliseconds since 1970. Thread-safe.
 */
final class UseTimes {
    private static final long WRITE_INTERVAL_MILLIS = 60_000;

    private final Map<HandleKey, Use> uses = new ConcurrentHashMap<>();
    private final HandleTable table;
    private final Executor writer;

    private static final class Use {
        volatile long used;
        volatile long written;
        final AtomicBoolean scheduled = new AtomicBoolean();

        Use(long used, long written) {
            this.used = used;
            this.written = written;
        }
    }

    /** @param writer runs the writes that no caller waits for */
    UseTimes(HandleTable table, Executor writer) {
        this.table = table;
        this.writer = writer;
    }

    /** Returns the later of the stored use and the last use by this process. */
    long lastUse(HandleKey key, long stored) {
        Use use = uses.get(key);
        return use == null ? stored : Math.max(stored, use.used);
    }

    /** Records a use now if this process has used the handle after the given time. Returns whether it has. */
    boolean useAgain(HandleKey key, long after, long now) {
        Use use = uses.get(key);
        if (use == null || use.used <= after) {
            return false;
        }
        record(key, use, now);
        return true;
    }

    /** Records a use of a handle. */
    void use(HandleKey key, long stored, long now) {
        record(key, uses.computeIfAbsent(key, _ -> new Use(stored, stored)), now);
    }

    private void record(HandleKey key, Use use, long now) {
        use.used = now;
        if (now - use.written >= WRITE_INTERVAL_MILLIS && use.scheduled.compareAndSet(false, true)) {
            writer.execute(() -> {
                try {
                    write(Map.of(key, use));
                } finally {
                    use.scheduled.set(false);
                }
            });
        }
    }

    /** Records a use that the database has. */
    void useStored(HandleKey key, long now) {
        Use use = uses.computeIfAbsent(key, _ -> new Use(now, now));
        use.used = now;
        use.written = now;
    }

    void forget(HandleKey key) {
        uses.remove(key);
    }

    /** Returns the handles that this process has used. */
    Set<HandleKey> keys() {
        return uses.keySet();
    }

    /** Writes all uses that the database does not have, and forgets those before a time. */
    void flush(long forgetUntil) {
        Map<HandleKey, Use> unwritten = new HashMap<>();
        uses.forEach((key, use) -> {
            if (use.used > use.written) {
                unwritten.put(key, use);
            }
        });
        write(unwritten);
        uses.values().removeIf(use -> use.used <= forgetUntil);
    }

    private void write(Map<HandleKey, Use> unwritten) {
        Map<HandleKey, Long> times = new HashMap<>();
        unwritten.forEach((key, use) -> times.put(key, use.used));
        table.writeUses(times);
        unwritten.forEach((key, use) -> use.written = times.getOrDefault(key, 0L));
    }
}
