package dev.mooring.bench.sessions;

import dev.mooring.bench.contender.Echo;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Outcome;
import dev.mooring.session.HeldSession;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import java.util.Arrays;
import java.util.List;

/** A call through a held session beside the same call on its connection, in pairs. */
final class Overhead implements Benchmark {
    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        try (Sessions sessions = Sessions.of(Everything.held(bench, Sharing.RUN))) {
            return AgentRun.call(() -> {
                Everything.call(sessions);
                McpClient bare = ((Outcome.Succeeded<HeldSession>) sessions.hold(Everything.NAME))
                        .value()
                        .client();
                differences(sessions, bare, bench.calls(5_000));
                long[] differences = differences(sessions, bare, bench.calls(20_000));
                double median = differences[differences.length / 2] / 1000.0;
                return List.of(Result.counted(
                        "a call through the session over the bare connection, median of paired differences",
                        median,
                        Figures.micros(median),
                        "",
                        new Target("≤ 15 µs", value -> value <= 15)));
            });
        }
    }

    private static long[] differences(Sessions sessions, McpClient bare, int pairs) throws InterruptedException {
        long[] differences = new long[pairs];
        for (int i = 0; i < pairs; i++) {
            // Alternate the order, because the second call of a pair finds warmer caches.
            boolean sessionFirst = i % 2 == 0;
            long first = sessionFirst ? throughSession(sessions) : throughConnection(bare);
            long second = sessionFirst ? throughConnection(bare) : throughSession(sessions);
            differences[i] = sessionFirst ? first - second : second - first;
        }
        Arrays.sort(differences);
        return differences;
    }

    private static long throughSession(Sessions sessions) throws InterruptedException {
        long began = System.nanoTime();
        Everything.call(sessions);
        return System.nanoTime() - began;
    }

    private static long throughConnection(McpClient bare) throws InterruptedException {
        long began = System.nanoTime();
        bare.callTool(Echo.TOOL, Everything.arguments());
        return System.nanoTime() - began;
    }
}
