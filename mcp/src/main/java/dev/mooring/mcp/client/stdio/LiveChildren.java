package dev.mooring.mcp.client.stdio;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All transports with a living child, so that none outlives this program when it is ended by a signal. */
final class LiveChildren {
    private static final Set<StdioTransport> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(LiveChildren::endAll, "mcp-end-children"));
    }

    private LiveChildren() {}

    static void add(StdioTransport transport) {
        ALIVE.add(transport);
    }

    static void remove(StdioTransport transport) {
        ALIVE.remove(transport);
    }

    private static void endAll() {
        Thread[] closers = ALIVE.stream()
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
