package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.LegacyClient;
import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.RelayServer;
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
 * Calls of one tool of a server over HTTP: through the gateway, through a relay that does not know MCP, and directly. The
 * benchmark restarts all JVMs several times, because each JVM compiles the same code a little differently.
 */
final class HttpUpstream implements Benchmark {
    private static final int RESTARTS = 3;
    private static final String GATEWAY = "gateway";
    private static final String DURABLE = "gateway with SQLite";
    private static final String RELAY = "relay";
    private static final String DIRECT = "direct";

    private final String name;
    private final String description;
    private final ServerFork server;

    @FunctionalInterface
    private interface ServerFork {
        ForkedWorker<ServerWorker.Question, ServerWorker.State> start() throws IOException;
    }

    private HttpUpstream(String name, String description, ServerFork server) {
        this.name = name;
        this.description = description;
        this.server = server;
    }

    /** Returns the benchmark with Mooring's server, whose short response times make the share of the gateway the largest. */
    static HttpUpstream ours() {
        return new HttpUpstream("http", "echo over HTTP", ServerWorker::ours);
    }

    /** Returns the benchmark with a server that uses the MCP Java SDK. */
    static HttpUpstream sdk() {
        return new HttpUpstream("http-sdk", "echo over HTTP, SDK server", ServerWorker::sdk);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Rounds.Outcome outcome = new Rounds.Outcome();
        for (int start = 1; start <= RESTARTS; start++) {
            bench.say("  start " + start + "/" + RESTARTS);
            outcome.addAll(race(bench));
        }
        double direct = outcome.median(DIRECT, LoadResult::p50Micros);
        return List.of(
                Result.compared(
                                description + ", p50 (peer: relay without MCP)",
                                outcome.median(GATEWAY, LoadResult::p50Micros),
                                outcome.median(RELAY, LoadResult::p50Micros),
                                Figures::micros,
                                Target.ratioAtMost(1.25))
                        .withNote("direct " + Figures.micros(direct)),
                Result.compared(
                        description + " with SQLite, p50 (peer: memory)",
                        outcome.median(DURABLE, LoadResult::p50Micros),
                        outcome.median(GATEWAY, LoadResult::p50Micros),
                        Figures::micros,
                        Target.ratioAtMost(1.1)));
    }

    private Rounds.Outcome race(Bench bench) throws Exception {
        try (var upstream = server.start()) {
            String address = ServerWorker.address(upstream).toString();
            try (var gatewayServer = ServerWorker.fork(GatewayServer.class, address);
                    var durableServer = ServerWorker.fork(GatewayServer.class, GatewayServer.DURABLE, address);
                    var relayServer = ServerWorker.fork(RelayServer.class, address);
                    var gateway = legacyClient(gatewayServer);
                    var durable = legacyClient(durableServer);
                    var relay = legacyClient(relayServer);
                    var direct = LoadWorker.fork(MooringClient.class, List.of("LEGACY", address))) {
                Load load = Load.during(1, bench.time(Duration.ofSeconds(1)));
                return new Rounds(bench)
                        .with(DIRECT, direct) // first, so that it warms up the server for the others
                        .with(RELAY, relay)
                        .with(GATEWAY, gateway)
                        .with(DURABLE, durable)
                        .warmUp(load, bench.calls(60_000))
                        .run(bench.rounds(7), load);
            }
        }
    }

    private static ForkedWorker<Load, LoadResult> legacyClient(
            ForkedWorker<ServerWorker.Question, ServerWorker.State> server) throws IOException {
        return LoadWorker.fork(
                LegacyClient.class, List.of(ServerWorker.address(server).toString()));
    }
}
