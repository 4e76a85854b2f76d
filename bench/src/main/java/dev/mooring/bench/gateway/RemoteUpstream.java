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
import java.util.List;

/**
 * An echo through the gateway to a server over HTTP, beside the same echo without the gateway. All JVMs are started anew
 * a few times, because each compiles the same code a little differently and keeps that for good.
 */
final class RemoteUpstream implements Measure {
    private static final int STARTS = 3;

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<Finding> take(Bench bench) throws Exception {
        Rounds.Outcome outcome = new Rounds.Outcome();
        for (int start = 1; start <= STARTS; start++) {
            bench.say("  start " + start + "/" + STARTS);
            outcome.addAll(race(bench));
        }
        return List.of(Finding.compared(
                "echo over HTTP, p50 (peer: without the gateway)",
                outcome.median("through", Borne::p50Micros),
                outcome.median("direct", Borne::p50Micros),
                Figures::micros,
                Reach.ratioAtMost(2.3)));
    }

    private static Rounds.Outcome race(Bench bench) throws Exception {
        try (var server = ServerWorker.ours()) {
            String address = ServerWorker.address(server).toString();
            try (var gateway = ServerWorker.fork(ServedGateway.class, address);
                    var through = LoadWorker.fork(
                            KeptSession.class,
                            List.of(ServerWorker.address(gateway).toString()));
                    var direct = LoadWorker.fork(Ours.class, List.of("LEGACY", address))) {
                Load load = Load.during(1, bench.time(Duration.ofSeconds(1)));
                return new Rounds(bench)
                        .with("through", through)
                        .with("direct", direct)
                        .warmUp(load, bench.calls(60_000))
                        .run(bench.rounds(7), load);
            }
        }
    }
}
