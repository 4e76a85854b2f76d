package dev.mooring.bench.gateway;

import dev.mooring.bench.measure.BenchmarkSuite;
import dev.mooring.bench.measure.Suite;
import java.util.List;

/** The suite of the gateway module. */
public final class GatewaySuite {
    private GatewaySuite() {}

    public static Suite suite() {
        return new BenchmarkSuite(
                "gateway",
                "calls through the gateway beside direct ones and beside supergateway, and what handles cost",
                List.of(
                        RemoteUpstream.ours(),
                        RemoteUpstream.sdk(),
                        new LocalUpstream(),
                        new ManyProcesses(),
                        new IdleHandles(),
                        new Peer()));
    }
}
