package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.SdkClient;
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

/** Many threads on one held session: no call is lost or stalls, and the client is not the bottleneck. */
final class StdioLoad implements Benchmark {
    private static final int THREADS = 64;
    private static final String OURS = "ours";
    private static final String SDK = "SDK";

    @Override
    public String name() {
        return "stdio-64";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        List<String> toOurs = new ArrayList<>(server);
        toOurs.addFirst("LEGACY");
        int rounds = bench.rounds(10);
        try (var ours = LoadWorker.fork(MooringClient.class, toOurs);
                var sdk = LoadWorker.fork(SdkClient.class, server)) {
            Rounds.Outcome outcome = new Rounds(bench)
                    .with(OURS, ours)
                    .with(SDK, sdk)
                    .warmUp(Load.calls(THREADS, bench.calls(250), Duration.ofSeconds(10)), bench.calls(60_000))
                    .run(rounds, Load.calls(THREADS, bench.calls(1000), Duration.ofSeconds(30)));
            return findings(outcome, rounds);
        }
    }

    private static List<Result> findings(Rounds.Outcome outcome, int rounds) {
        long lost = outcome.of(OURS).stream().mapToLong(LoadResult::lost).sum();
        long stalled = outcome.of(OURS).stream().mapToLong(LoadResult::stalled).sum();
        long sdkLost = outcome.of(SDK).stream().mapToLong(LoadResult::lost).sum();
        long sdkStalled =
                outcome.of(SDK).stream().mapToLong(LoadResult::stalled).sum();
        String unclean = "the SDK lost or stalled calls in "
                + (rounds - outcome.cleanOf(SDK).size()) + " of " + rounds + " rounds";
        return List.of(
                Result.counted("stdio, 64 threads: calls lost", lost, sdkLost, Target.atMost(0, ""))
                        .withNote(unclean),
                Result.counted("stdio, 64 threads: calls over 1 s", stalled, sdkStalled, Target.atMost(0, "")),
                Result.compared(
                        "stdio, 64 threads: calls (peer: SDK's best clean round)",
                        outcome.most(OURS, LoadResult::perSecond),
                        outcome.most(SDK, LoadResult::perSecond),
                        Figures::perSecond,
                        Target.ratioAtLeast(1)),
                Result.compared(
                        "stdio, 64 threads: client's CPU per call (peer: SDK)",
                        outcome.least(OURS, LoadResult::cpuMicros),
                        outcome.least(SDK, LoadResult::cpuMicros),
                        Figures::micros,
                        Target.ratioAtMost(0.5)));
    }
}
