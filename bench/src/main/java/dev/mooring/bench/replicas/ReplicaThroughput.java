package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.mcp.client.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls per second with one to three replicas on this machine, each call on the replica that owns its session. */
final class ReplicaThroughput implements Benchmark {
    private static final int MAX_REPLICAS = 3;
    private static final int CALLERS = 12;
    private static final int CALLS = 2_000;
    private static final int ROUNDS = 3;

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        double[] best = new double[MAX_REPLICAS + 1];
        try (var cluster = new Cluster(bench, MAX_REPLICAS)) {
            int rounds = bench.rounds(ROUNDS);
            for (int round = 1; round <= rounds; round++) {
                for (int replicas = 1; replicas <= MAX_REPLICAS; replicas++) {
                    best[replicas] = Math.max(best[replicas], callsPerSecond(cluster, replicas));
                }
                bench.say("  best of " + round + "/" + rounds + ": " + Math.round(best[1]) + ", " + Math.round(best[2])
                        + ", " + Math.round(best[3]) + " calls/s with one, two, three replicas");
            }
        }
        List<Result> results = new ArrayList<>();
        for (int replicas = 2; replicas <= MAX_REPLICAS; replicas++) {
            results.add(Result.reported(
                            "calls/s with " + replicas + " replicas, beside one replica",
                            Figures.count(Math.round(best[replicas])),
                            Figures.count(Math.round(best[1])))
                    .withNote(Runtime.getRuntime().availableProcessors()
                            + " cores for replicas, clients, database and server"));
        }
        return results;
    }

    private static double callsPerSecond(Cluster cluster, int replicas) throws Exception {
        List<McpClient> clients = new ArrayList<>();
        List<String> sessions = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                McpClient client = Cluster.open(cluster.replica(i % replicas));
                clients.add(client);
                sessions.add(Cluster.mint(client));
            }
            long began = System.nanoTime();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                McpClient client = clients.get(i);
                String session = sessions.get(i);
                running.add(callers.submit(() -> {
                    for (int call = 0; call < CALLS; call++) {
                        var _ = Cluster.call(client, session);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            return CALLERS * CALLS / ((System.nanoTime() - began) / 1e9);
        } finally {
            clients.forEach(McpClient::close);
        }
    }
}
