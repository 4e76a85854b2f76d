package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.client.McpClient;
import java.util.Arrays;
import java.util.List;

/** The median of one call at a time: on the replica that owns the session, forwarded by another, and on one gateway. */
final class ReplicaLatency implements Benchmark {
    private static final int ROUNDS = 12;
    private static final int CALLS = 2_000;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        try (var cluster = new Cluster(bench, 2);
                McpClient owner = Cluster.open(cluster.replica(0));
                McpClient other = Cluster.open(cluster.replica(1));
                McpClient single = Cluster.open(cluster.startSingle())) {
            String replicated = Cluster.mint(owner);
            String alone = Cluster.mint(single);
            double onOwner = Double.MAX_VALUE;
            double forwarded = Double.MAX_VALUE;
            double onSingle = Double.MAX_VALUE;
            int rounds = bench.rounds(ROUNDS);
            for (int round = 1; round <= rounds; round++) {
                onSingle = Math.min(onSingle, median(single, alone, CALLS));
                onOwner = Math.min(onOwner, median(owner, replicated, CALLS));
                forwarded = Math.min(forwarded, median(other, replicated, CALLS));
                bench.say("  best of " + round + "/" + rounds + ": " + Figures.micros(onSingle) + " on one gateway, "
                        + Figures.micros(onOwner) + " on the owner, " + Figures.micros(forwarded) + " forwarded");
            }
            return List.of(
                    Result.compared(
                            "a call on the replica that owns the session, beside one gateway with SQLite, p50",
                            onOwner,
                            onSingle,
                            Figures::micros,
                            Target.ratioAtMost(1.1)),
                    Result.compared(
                            "a call that another replica forwards, beside one gateway with SQLite, p50",
                            forwarded,
                            onSingle,
                            Figures::micros,
                            Target.ratioAtMost(2)));
        }
    }

    /** Returns the median in microseconds. */
    private static double median(McpClient client, String session, int calls) throws InterruptedException {
        long[] took = new long[calls];
        for (int i = 0; i < calls; i++) {
            long began = System.nanoTime();
            var _ = Cluster.call(client, session);
            took[i] = System.nanoTime() - began;
        }
        Arrays.sort(took);
        return took[calls / 2] / 1e3;
    }
}
