package dev.mooring.app.web;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/** A check of the heap: if it was nearly full after its last collection, the program cannot take more work. */
final class HeapHealth {
    private static final double NEARLY_FULL = 0.9;

    /** The pools in which objects stay. The others are empty after a collection. */
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isCollectionUsageThresholdSupported())
            .filter(pool -> pool.getName().contains("Old") || pool.getName().contains("Tenured"))
            .toList();

    boolean isNearlyFull() {
        return pools.stream().anyMatch(pool -> isNearlyFull(pool.getCollectionUsage()));
    }

    private static boolean isNearlyFull(MemoryUsage usage) {
        return usage != null && usage.getMax() > 0 && usage.getUsed() > NEARLY_FULL * usage.getMax();
    }
}
