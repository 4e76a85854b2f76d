package dev.mooring.store;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of the numbers of handles, so that a new handle need not count all others. An estimate is the last count plus the
 * changes by this replica since. It expires after a second, or after so many new handles that all replicas together could exceed
 * a limit by a tenth. A small number of handles has no estimate: they are counted each time, so that their limits are exact.
 * Thread-safe.
 */
final class CountEstimates {
    /** Fewer handles are counted each time. */
    private static final long MIN_COUNT = 1_000;

    private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The part of a limit by which all replicas together may exceed it: one tenth. */
    private static final long TOLERANCE = 10;

    private final LongSupplier nanoTime;
    private final Map<Group, Counted> recent = new ConcurrentHashMap<>();

    /**
     * Handles that share a limit.
     *
     * @param caller the caller that the handles belong to; null for all callers together
     */
    record Group(String scope, @Nullable String caller) {}

    /**
     * A count.
     *
     * @param added how many handles this replica has added since
     * @param removed how many handles this replica has removed since
     */
    private record Counted(long count, long at, long replicas, long added, long removed) {}

    /** @param nanoTime a clock like {@link System#nanoTime} */
    CountEstimates(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns about how many handles a group has. Returns empty if they must be counted. */
    OptionalLong estimate(Group group, int limit) {
        Counted last = recent.get(group);
        return last == null
                        || nanoTime.getAsLong() - last.at >= MAX_AGE_NANOS
                        || last.added >= limit / TOLERANCE / last.replicas
                ? OptionalLong.empty()
                : OptionalLong.of(last.count + last.added - last.removed);
    }

    /**
     * Records a count.
     *
     * @param replicas how many replicas can add handles
     */
    void onCounted(Group group, long count, long replicas) {
        if (count < MIN_COUNT) {
            recent.remove(group);
        } else {
            recent.put(group, new Counted(count, nanoTime.getAsLong(), Math.max(1, replicas), 0, 0));
        }
    }

    void onAdded(Group group) {
        recent.computeIfPresent(
                group, (_, last) -> new Counted(last.count, last.at, last.replicas, last.added + 1, last.removed));
    }

    void onRemoved(Group group) {
        recent.computeIfPresent(
                group, (_, last) -> new Counted(last.count, last.at, last.replicas, last.added, last.removed + 1));
    }
}
