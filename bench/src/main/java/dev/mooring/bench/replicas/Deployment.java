package dev.mooring.bench.replicas;

import dev.mooring.mcp.client.EraChoice;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes of one program behind a load balancer.
 *
 * @param trust how long a replica must run before it revokes the sessions of stopped replicas
 * @param endpoints the endpoints that the clients call, in turns
 * @param opened the resources to close at the end, the last one first
 */
record Deployment(
        String name,
        ProcessGroup processes,
        Balancer balancer,
        @Nullable PostgresProcess database,
        Duration trust,
        List<Endpoint> endpoints,
        List<Closeable> opened)
        implements AutoCloseable {

    /** An endpoint of the program for clients of one era. */
    record Endpoint(EraChoice era, String path) {}

    /**
     * Starts clients.
     *
     * @param pause the mean time between two calls of a client
     */
    Clients startClients(int number, Duration pause, BiConsumer<ClientCounts.Event, String> violations) {
        Clients clients = new Clients();
        for (int i = 0; i < number; i++) {
            Endpoint endpoint = endpoints.get(i % endpoints.size());
            clients.add(endpoint.era(), balancer.address(endpoint.path()), pause, violations);
        }
        return clients;
    }

    @Override
    public void close() throws IOException {
        closeAll(opened);
    }

    static void closeAll(List<Closeable> opened) throws IOException {
        for (Closeable each : opened.reversed()) {
            each.close();
        }
    }
}
