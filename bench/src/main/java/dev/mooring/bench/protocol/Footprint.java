package dev.mooring.bench.protocol;

import dev.mooring.bench.measure.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources of this JVM.
 *
 * @param threads Java's platform threads, carriers included
 * @param systemThreads all threads, including the JVM's own
 * @param descriptors open files, sockets and pipes
 */
public record Footprint(
        long threads, long systemThreads, long heapBytes, long descriptors, long children, List<String> threadNames) {
    private static final Path SELF = Path.of("/proc/self");

    /** Collects garbage, then measures. */
    public static Footprint now() throws IOException {
        var memory = ManagementFactory.getMemoryMXBean();
        long heap = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            heap = Math.min(heap, memory.getHeapMemoryUsage().getUsed());
        }
        return new Footprint(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                entries("task"),
                heap,
                entries("fd"),
                ProcessHandle.current().children().count(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .sorted()
                        .toList());
    }

    private static long entries(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(SELF.resolve(folder))) {
            return entries.count();
        }
    }

    @Override
    public String toString() {
        return threads + " threads, " + systemThreads + " with the JVM's own, " + Figures.kilobytes((double) heapBytes)
                + " of heap, " + descriptors + " descriptors, " + children + " children";
    }
}
