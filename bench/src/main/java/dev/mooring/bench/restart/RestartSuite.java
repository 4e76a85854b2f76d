package dev.mooring.bench.restart;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of restarts. */
public final class RestartSuite {
    private RestartSuite() {}

    /** Returns the suite. */
    public static Suite suite() {
        return new BenchmarkSuite(
                "restart",
                "the start of mooring serve and mooring gateway with 10,000 stored sessions, beside one",
                List.of(new StoredDocumentSessions(), new StoredGatewaySessions()));
    }
}
