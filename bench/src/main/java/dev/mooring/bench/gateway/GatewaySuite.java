package dev.mooring.bench.gateway;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The benchmarks of the gateway. */
public final class GatewaySuite {
    private GatewaySuite() {}

    /** Returns the suite. */
    public static Suite suite() {
        return new BenchmarkSuite(
                "gateway",
                "calls through the gateway, beside a relay without MCP, direct calls and supergateway; the cost of handles",
                List.of(
                        HttpUpstream.ours(),
                        HttpUpstream.sdk(),
                        new StdioUpstream(),
                        new ManyProcesses(),
                        new IdleHandles(),
                        new SupergatewayComparison(),
                        new ManyPrincipals()));
    }
}
