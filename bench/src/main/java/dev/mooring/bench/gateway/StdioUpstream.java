package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.LegacyClient;
import dev.mooring.bench.contender.MooringClient;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Calls of one tool of a stdio server, through the gateway and directly. */
final class StdioUpstream implements Benchmark {
    @Override
    public String name() {
        return "stdio";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        List<String> directArguments = new ArrayList<>(server);
        directArguments.addFirst("LEGACY");
        try (var gateway = ServerWorker.fork(GatewayServer.class, server.toArray(String[]::new));
                var throughGateway = LoadWorker.fork(
                        LegacyClient.class,
                        List.of(ServerWorker.address(gateway).toString()));
                var direct = LoadWorker.fork(MooringClient.class, directArguments)) {
            Load load = Load.during(1, bench.time(Duration.ofMillis(1500)));
            Rounds.Outcome outcome = new Rounds(bench)
                    .with("gateway", throughGateway)
                    .with("direct", direct)
                    .warmUp(load, bench.calls(10_000))
                    .run(bench.rounds(5), load);
            double gatewayMicros = outcome.least("gateway", LoadResult::p50Micros);
            double directMicros = outcome.least("direct", LoadResult::p50Micros);
            return List.of(Result.counted(
                            "echo to a stdio server: latency that the gateway adds at p50",
                            (gatewayMicros - directMicros) / 1000,
                            Figures.micros(gatewayMicros - directMicros),
                            "",
                            Target.atMost(1, "ms"))
                    .withNote(Figures.micros(gatewayMicros) + " through the gateway, " + Figures.micros(directMicros)
                            + " direct"));
        }
    }
}
