package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.KeptSession;
import dev.mooring.bench.contender.Ours;
import dev.mooring.bench.contender.ServedGateway;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.Borne;
import dev.mooring.bench.fork.Load;
import dev.mooring.bench.fork.LoadWorker;
import dev.mooring.bench.fork.Rounds;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Finding;
import dev.mooring.bench.measure.Measure;
import dev.mooring.bench.measure.Reach;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An echo through the gateway to a server over standard streams, beside the same echo without the gateway. */
final class LocalUpstream implements Measure {
    @Override
    public String name() {
        return "stdio";
    }

    @Override
    public List<Finding> take(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        List<String> directly = new ArrayList<>(server);
        directly.addFirst("LEGACY");
        try (var gateway = ServerWorker.fork(ServedGateway.class, server.toArray(String[]::new));
                var through = LoadWorker.fork(
                        KeptSession.class, List.of(ServerWorker.address(gateway).toString()));
                var direct = LoadWorker.fork(Ours.class, directly)) {
            Load load = Load.during(1, bench.time(Duration.ofMillis(1500)));
            Rounds.Outcome outcome = new Rounds(bench)
                    .with("through", through)
                    .with("direct", direct)
                    .warmUp(load, bench.calls(10_000))
                    .run(bench.rounds(5), load);
            double ours = outcome.least("through", Borne::p50Micros);
            double bare = outcome.least("direct", Borne::p50Micros);
            return List.of(Finding.counted(
                            "echo to a stdio server, what the gateway adds at p50",
                            (ours - bare) / 1000,
                            Figures.micros(ours - bare),
                            "",
                            Reach.atMost(1, "ms"))
                    .withNote(Figures.micros(ours) + " and " + Figures.micros(bare)));
        }
    }
}
