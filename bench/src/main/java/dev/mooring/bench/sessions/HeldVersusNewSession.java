package dev.mooring.bench.sessions;

import dev.mooring.bench.contender.SdkClient;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.run.AgentRun;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import java.util.List;

/** A run of twenty calls to a local server: with a held session, with a session per call, and with one SDK client. */
final class HeldVersusNewSession implements Benchmark {
    private static final int CALLS = 20;

    @Override
    public String name() {
        return "twenty-calls";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        double held = Double.MAX_VALUE;
        double fresh = Double.MAX_VALUE;
        double oneForAll = Double.MAX_VALUE;
        for (int round = 0; round < bench.rounds(3); round++) {
            bench.say("twenty-calls, round " + (round + 1));
            held = Math.min(held, run(bench, Sharing.RUN));
            fresh = Math.min(fresh, run(bench, Sharing.CALL));
            oneForAll = Math.min(oneForAll, sdk(bench));
        }
        return List.of(
                Result.compared(
                        "a run of 20 calls with a session per call (peer: held)",
                        fresh,
                        held,
                        Figures::micros,
                        Target.ratioAtLeast(15)),
                Result.compared(
                        "a run of 20 calls, held, from the opening to the last answer (peer: one SDK client for all)",
                        held,
                        oneForAll,
                        Figures::micros,
                        Target.ratioAtMost(1.0)));
    }

    /** Returns the microseconds from opening to the last reply, without closing: the SDK does not wait for that either. */
    private static double run(Bench bench, Sharing sharing) throws InterruptedException {
        try (Sessions sessions = Sessions.of(Everything.held(bench, sharing))) {
            return AgentRun.call(() -> {
                long began = System.nanoTime();
                for (int i = 0; i < CALLS; i++) {
                    Everything.call(sessions);
                }
                return (System.nanoTime() - began) / 1000.0;
            });
        }
    }

    private static double sdk(Bench bench) {
        long began = System.nanoTime();
        try (SdkClient client = new SdkClient(bench.serverEverything())) {
            for (int i = 0; i < CALLS; i++) {
                client.call();
            }
            return (System.nanoTime() - began) / 1000.0;
        }
    }
}
