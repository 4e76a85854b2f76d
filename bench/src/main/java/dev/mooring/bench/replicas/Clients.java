package dev.mooring.bench.replicas;

import dev.mooring.mcp.client.EraChoice;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;

/** The clients of one deployment, half of them with transport sessions. */
final class Clients implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    /** Longer than it takes to revoke the handles of a replica. */
    private static final Duration PROGRESS_TIMEOUT = Duration.ofMinutes(3);

    private final List<CountingClient> all = new ArrayList<>();
    private final ClientCounts withSession = new ClientCounts();
    private final ClientCounts withoutSession = new ClientCounts();

    /** Adds a client that starts to call. */
    void add(EraChoice era, URI address, Duration pause, BiConsumer<ClientCounts.Event, String> violations) {
        boolean isLegacy = era == EraChoice.LEGACY;
        String name = (isLegacy ? "legacy-" : "modern-") + (all.size() + 1);
        all.add(new CountingClient(name, era, address, pause, isLegacy ? withSession : withoutSession, violations));
    }

    /** Returns the number of successful calls of each client. */
    List<Integer> successes() {
        return all.stream().map(CountingClient::successes).toList();
    }

    /**
     * Waits until a share of the clients has had a success since {@link #successes} returned. If that takes too long, the others
     * count as stuck.
     */
    void awaitProgress(List<Integer> since, double share) throws InterruptedException {
        long deadline = System.nanoTime() + PROGRESS_TIMEOUT.toNanos();
        while (true) {
            List<CountingClient> waiting = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).successes() <= since.get(i)) {
                    waiting.add(all.get(i));
                }
            }
            if (waiting.size() <= all.size() * (1 - share)) {
                return;
            }
            if (System.nanoTime() > deadline) {
                waiting.forEach(CountingClient::reportStuck);
                return;
            }
            Thread.sleep(POLL);
        }
    }

    /** Waits until each client has had a success from now on. */
    void awaitAll() throws InterruptedException {
        awaitProgress(successes(), 1);
    }

    ClientCounts withSession() {
        return withSession;
    }

    ClientCounts withoutSession() {
        return withoutSession;
    }

    ClientCounts counts() {
        return ClientCounts.sum(withSession, withoutSession);
    }

    @Override
    public void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all.forEach(client -> threads.execute(client::close));
        }
    }
}
