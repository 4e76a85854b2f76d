package dev.mooring.bench.gateway;

import dev.mooring.bench.contender.GatewayServer;
import dev.mooring.bench.contender.ManySessions;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.ForkedWorker;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Calls of 50 principals with 200 sessions on a small stdio server, through the gateway, supergateway and mcp-proxy, and the
 * memory of each of these processes. The peers know no principals, and mcp-proxy shares one process of the server among all
 * clients, so that they share its state.
 */
final class ManyPrincipals implements Benchmark {
    private static final String SESSIONS = "200";
    private static final String PRINCIPALS = "50";

    @Override
    public String name() {
        return "principals";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        String server = bench.file("bench/src/main/sh/small-server.sh");
        try (var gateway = ServerWorker.fork(GatewayServer.class, GatewayServer.PRINCIPALS, "sh", server);
                var supergateway = NodeProxy.supergateway(bench, List.of("sh", server));
                var mcpProxy = NodeProxy.mcpProxy(bench, List.of("sh", server))) {
            try (var ours = clients(ServerWorker.address(gateway).toString());
                    var first = clients(supergateway.address());
                    var second = clients(mcpProxy.address())) {
                Rounds rounds = new Rounds(bench)
                        .with("gateway", ours)
                        .with("supergateway", first)
                        .with("mcp-proxy", second);
                Load load = Load.during(16, bench.time(Duration.ofSeconds(2)));
                Rounds.Outcome outcome =
                        rounds.warmUp(load, bench.calls(10_000)).run(bench.rounds(5), load);
                double better = Math.max(perSecond(outcome, "supergateway"), perSecond(outcome, "mcp-proxy"));
                return List.of(
                        Result.compared(
                                        "200 sessions of 50 principals on a small stdio server, 16 in flight: calls (peer: the"
                                                + " better of supergateway and mcp-proxy)",
                                        perSecond(outcome, "gateway"),
                                        better,
                                        Figures::perSecond,
                                        Target.ratioAtLeast(3))
                                .withNote("supergateway "
                                        + Figures.perSecond(perSecond(outcome, "supergateway")) + ", mcp-proxy "
                                        + Figures.perSecond(perSecond(outcome, "mcp-proxy"))
                                        + " with one process for all sessions"),
                        Result.reported(
                                "the same: memory of the process without its servers (peers: supergateway, mcp-proxy)",
                                resident(gateway.pid()),
                                resident(supergateway.pid()) + ", " + resident(mcpProxy.pid())));
            }
        }
    }

    private static ForkedWorker<Load, LoadResult> clients(String address) throws IOException {
        return LoadWorker.fork(ManySessions.class, List.of(address, SESSIONS, PRINCIPALS));
    }

    /** Returns the most calls per second of a round; 0 if the contender failed in every round. */
    private static double perSecond(Rounds.Outcome outcome, String name) {
        double most = outcome.most(name, LoadResult::perSecond);
        return Double.isNaN(most) ? 0 : most;
    }

    /** Returns the resident memory of a process. */
    private static String resident(long pid) throws IOException {
        String kilobytes = Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow()
                .replaceAll("\\D", "");
        return String.format(Locale.ROOT, "%d MB", Long.parseLong(kilobytes) / 1024);
    }
}
