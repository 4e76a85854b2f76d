package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.LegacyClient;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.Load;
import dev.mooring.bench.fork.LoadResult;
import dev.mooring.bench.fork.LoadWorker;
import dev.mooring.bench.fork.Rounds;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Calls of a client that keeps its transport session, through the gateway and through supergateway to the same stdio server. */
final class SupergatewayComparison implements Benchmark {
    @Override
    public String name() {
        return "peer";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        try (var gateway = ServerWorker.fork(GatewayServer.class, server.toArray(String[]::new));
                var supergateway = NodeProxy.supergateway(bench, server);
                var gatewayClient = LoadWorker.fork(
                        LegacyClient.class,
                        List.of(ServerWorker.address(gateway).toString()));
                var supergatewayClient = LoadWorker.fork(LegacyClient.class, List.of(supergateway.address()))) {
            return race(
                    bench, new Rounds(bench).with("gateway", gatewayClient).with("supergateway", supergatewayClient));
        }
    }

    private static List<Result> race(Bench bench, Rounds rounds) throws IOException {
        Load load = Load.during(8, bench.time(Duration.ofSeconds(2)));
        Rounds.Outcome outcome = rounds.warmUp(load, bench.calls(10_000)).run(bench.rounds(5), load);
        return List.of(Result.compared(
                "echo to a stdio server, 8 in flight: calls (peer: supergateway --stateful)",
                outcome.most("gateway", LoadResult::perSecond),
                outcome.most("supergateway", LoadResult::perSecond),
                Figures::perSecond,
                Target.ratioAtLeast(2)));
    }
}
