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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** Calls of a client that keeps its transport session, through the gateway and through supergateway to the same stdio server. */
final class SupergatewayComparison implements Benchmark {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

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
        int port = freePort();
        Process supergateway = new ProcessBuilder(
                        server.getFirst(),
                        bench.file("counterparts/node_modules/supergateway/dist/index.js"),
                        "--stdio",
                        String.join(" ", server),
                        "--outputTransport",
                        "streamableHttp",
                        "--stateful",
                        "--logLevel",
                        "none",
                        "--port",
                        String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var gateway = ServerWorker.fork(GatewayServer.class, server.toArray(String[]::new))) {
            awaitListening(port);
            try (var gatewayClient = LoadWorker.fork(
                            LegacyClient.class,
                            List.of(ServerWorker.address(gateway).toString()));
                    var supergatewayClient =
                            LoadWorker.fork(LegacyClient.class, List.of("http://127.0.0.1:" + port + "/mcp"))) {
                return race(
                        bench,
                        new Rounds(bench).with("gateway", gatewayClient).with("supergateway", supergatewayClient));
            }
        } finally {
            supergateway.descendants().forEach(ProcessHandle::destroy);
            supergateway.destroy();
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

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitListening(int port) throws IOException, InterruptedException {
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw new IOException(
                            "supergateway does not accept connections on port " + port + " after "
                                    + START_TIMEOUT.toSeconds() + " s",
                            e);
                }
                Thread.sleep(50);
            }
        }
    }
}
