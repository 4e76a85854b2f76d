package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of replicas. */
public final class ReplicasSuite {
    private ReplicasSuite() {}

    /** Returns the suite. */
    public static Suite suite() {
        return new BenchmarkSuite(
                "replicas",
                "calls through replicas of the gateway with PostgreSQL, beside one gateway with SQLite; and state that is lost silently"
                        + " while replicas are killed",
                List.of(new ReplicaLatency(), new ReplicaThroughput(), new SilentLosses()));
    }
}
