package dev.mooring.mcp.client.stdio;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transports whose child process is running. A shutdown hook closes them, so that no child outlives the program. Where
 * the descendants of a child cannot be found after its exit, a timer records them regularly.
 */
final class RunningChildren {
    private static final Duration RECORDING_INTERVAL = Duration.ofSeconds(2);
    private static final Set<StdioTransport> RUNNING = ConcurrentHashMap.newKeySet();

    /** Whether the program is stopping. The shutdown hook would miss a new child. */
    private static volatile boolean isStopping;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(RunningChildren::closeAll, "mcp-end-children"));
        } catch (IllegalStateException e) {
            isStopping = true;
        }
        if (!ProcessMarker.isSupported()) {
            Thread.ofPlatform().daemon().name("mcp-descendants").start(RunningChildren::recordDescendants);
        }
    }

    private RunningChildren() {}

    /** @throws IOException if the program is stopping */
    static void requireNotStopping() throws IOException {
        if (isStopping) {
            throw new IOException("this program is stopping and starts no more processes");
        }
    }

    static void add(StdioTransport transport) {
        RUNNING.add(transport);
        if (isStopping) {
            transport.close(); // the hook may have missed it
        }
    }

    static void remove(StdioTransport transport) {
        RUNNING.remove(transport);
    }

    private static void recordDescendants() {
        try {
            while (true) {
                Thread.sleep(RECORDING_INTERVAL);
                RUNNING.forEach(StdioTransport::recordDescendants);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeAll() {
        isStopping = true;
        Thread[] closers = RUNNING.stream()
                .map(transport -> Thread.ofPlatform().start(transport::close))
                .toArray(Thread[]::new);
        for (Thread closer : closers) {
            try {
                closer.join();
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
