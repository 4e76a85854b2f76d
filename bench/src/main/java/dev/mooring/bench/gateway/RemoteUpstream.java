package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.LegacyClient;
import dev.mooring.bench.contender.Ours;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.fork.Load;
import dev.mooring.bench.fork.LoadResult;
import dev.mooring.bench.fork.LoadWorker;
import dev.mooring.bench.fork.Rounds;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * An echo through the gateway to a server over HTTP, beside the same echo without the gateway. All JVMs are started anew
 * a few times, because each compiles the same code a little differently and keeps that for good.
 */
final class RemoteUpstream implements Benchmark {
    private static final int STARTS = 3;

    private final String name;
    private final String what;
    private final Start server;

    @FunctionalInterface
    private interface Start {
        ForkedWorker<ServerWorker.Question, ServerWorker.State> fork() throws IOException;
    }

    private RemoteUpstream(String name, String what, Start server) {
        this.name = name;
        this.what = what;
        this.server = server;
    }

    /** With our own server, which leaves the least time for the gateway. */
    static RemoteUpstream ours() {
        return new RemoteUpstream("http", "echo over HTTP", ServerWorker::ours);
    }

    static RemoteUpstream sdk() {
        return new RemoteUpstream("http-sdk", "echo over HTTP by a server on the SDK", ServerWorker::sdk);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Rounds.Outcome outcome = new Rounds.Outcome();
        for (int start = 1; start <= STARTS; start++) {
            bench.say("  start " + start + "/" + STARTS);
            outcome.addAll(race(bench));
        }
        return List.of(Result.compared(
                what + ", p50 (peer: without the gateway)",
                outcome.median("through", LoadResult::p50Micros),
                outcome.median("direct", LoadResult::p50Micros),
                Figures::micros,
                Target.ratioAtMost(2.3)));
    }

    private Rounds.Outcome race(Bench bench) throws Exception {
        try (var upstream = server.fork()) {
            String address = ServerWorker.address(upstream).toString();
            try (var gateway = ServerWorker.fork(GatewayServer.class, address);
                    var through = LoadWorker.fork(
                            LegacyClient.class,
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
