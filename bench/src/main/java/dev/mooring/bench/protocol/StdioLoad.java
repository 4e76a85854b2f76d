package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.Ours;
import dev.mooring.bench.contender.Sdk;
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

/** Many threads on one held session: nobody may be lost, nobody may wait for long, and the client is not the limit. */
final class StdioLoad implements Measure {
    private static final int THREADS = 64;
    private static final String OURS = "ours";
    private static final String SDK = "SDK";

    @Override
    public String name() {
        return "stdio-64";
    }

    @Override
    public List<Finding> take(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        List<String> toOurs = new ArrayList<>(server);
        toOurs.addFirst("LEGACY");
        int rounds = bench.rounds(10);
        try (var ours = LoadWorker.fork(Ours.class, toOurs);
                var sdk = LoadWorker.fork(Sdk.class, server)) {
            Rounds.Outcome outcome = new Rounds(bench)
                    .with(OURS, ours)
                    .with(SDK, sdk)
                    .warmUp(Load.calls(THREADS, bench.calls(250), Duration.ofSeconds(10)), bench.calls(60_000))
                    .run(rounds, Load.calls(THREADS, bench.calls(1000), Duration.ofSeconds(30)));
            return findings(outcome, rounds);
        }
    }

    private static List<Finding> findings(Rounds.Outcome outcome, int rounds) {
        long lost = outcome.of(OURS).stream().mapToLong(Borne::lost).sum();
        long stalled = outcome.of(OURS).stream().mapToLong(Borne::stalled).sum();
        long sdkLost = outcome.of(SDK).stream().mapToLong(Borne::lost).sum();
        long sdkStalled = outcome.of(SDK).stream().mapToLong(Borne::stalled).sum();
        String unclean = "the SDK lost or stalled calls in "
                + (rounds - outcome.cleanOf(SDK).size()) + " of " + rounds + " rounds";
        return List.of(
                Finding.counted("stdio, 64 threads: calls lost", lost, sdkLost, Reach.atMost(0, ""))
                        .withNote(unclean),
                Finding.counted("stdio, 64 threads: calls over 1 s", stalled, sdkStalled, Reach.atMost(0, "")),
                Finding.compared(
                        "stdio, 64 threads: calls (peer: SDK's best clean round)",
                        outcome.most(OURS, Borne::perSecond),
                        outcome.most(SDK, Borne::perSecond),
                        Figures::perSecond,
                        Reach.ratioAtLeast(1)),
                Finding.compared(
                        "stdio, 64 threads: client's CPU per call (peer: SDK)",
                        outcome.least(OURS, Borne::cpuMicros),
                        outcome.least(SDK, Borne::cpuMicros),
                        Figures::micros,
                        Reach.ratioAtMost(0.5)));
    }
}
