package dev.mooring.bench.agents;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the agent module. */
public final class AgentsSuite {
    private AgentsSuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "agents",
                "what the agent loop adds to a tool call, without the time of models and servers; many runs at once",
                List.of(new LoopOverhead(), new ManyRuns()));
    }
}
