package dev.mooring.mcp.client.stdio;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The transports whose child process is running. A shutdown hook closes them, so that no child outlives the program. */
final class RunningChildren {
    private static final Set<StdioTransport> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(RunningChildren::closeAll, "mcp-end-children"));
    }

    private RunningChildren() {}

    static void add(StdioTransport transport) {
        RUNNING.add(transport);
    }

    static void remove(StdioTransport transport) {
        RUNNING.remove(transport);
    }

    private static void closeAll() {
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
