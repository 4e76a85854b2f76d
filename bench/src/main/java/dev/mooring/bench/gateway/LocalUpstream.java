package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.LegacyClient;
import dev.mooring.bench.contender.Ours;
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

/** An echo through the gateway to a server over standard streams, beside the same echo without the gateway. */
final class LocalUpstream implements Benchmark {
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
        List<String> directly = new ArrayList<>(server);
        directly.addFirst("LEGACY");
        try (var gateway = ServerWorker.fork(GatewayServer.class, server.toArray(String[]::new));
                var through = LoadWorker.fork(
                        LegacyClient.class,
                        List.of(ServerWorker.address(gateway).toString()));
                var direct = LoadWorker.fork(Ours.class, directly)) {
            Load load = Load.during(1, bench.time(Duration.ofMillis(1500)));
            Rounds.Outcome outcome = new Rounds(bench)
                    .with("through", through)
                    .with("direct", direct)
                    .warmUp(load, bench.calls(10_000))
                    .run(bench.rounds(5), load);
            double ours = outcome.least("through", LoadResult::p50Micros);
            double bare = outcome.least("direct", LoadResult::p50Micros);
            return List.of(Result.counted(
                            "echo to a stdio server, what the gateway adds at p50",
                            (ours - bare) / 1000,
                            Figures.micros(ours - bare),
                            "",
                            Target.atMost(1, "ms"))
                    .withNote(Figures.micros(ours) + " and " + Figures.micros(bare)));
        }
    }
}
