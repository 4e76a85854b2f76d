package dev.mooring.bench.sessions;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.HeldSession;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lookup of an open session, by one thread and by eight. */
final class HeldSessionCall implements Benchmark {
    @Override
    public String name() {
        return "hit";
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
                perSecond(sessions, 1, bench.calls(20_000_000));
                double one = 0;
                double eight = 0;
                for (int round = 0; round < bench.rounds(5); round++) {
                    one = Math.max(one, perSecond(sessions, 1, bench.calls(10_000_000)));
                    eight = Math.max(eight, perSecond(sessions, 8, bench.calls(2_500_000)));
                }
                double nanos = 1e9 / one;
                return List.of(
                        Result.counted(
                                "get-or-open, hit, one thread",
                                nanos,
                                String.format(Locale.ROOT, "%.0f ns", nanos),
                                "",
                                new Target("≤ 200 ns", value -> value <= 200)),
                        Result.compared(
                                "the same, eight threads on two cores, in all (peer: one thread)",
                                eight,
                                one,
                                value -> String.format(Locale.ROOT, "%.1f M/s", value / 1e6),
                                Target.ratioAtLeast(1.6)));
            });
        }
    }

    /** Returns the number of lookups per second, measured until the last thread has finished. */
    private static double perSecond(Sessions sessions, int threads, long each) throws Exception {
        long began = System.nanoTime();
        List<Fork<Long>> forks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            forks.add(RunScope.require().fork(() -> {
                long done = 0;
                while (done < each) {
                    if (sessions.hold(Everything.NAME) instanceof Outcome.Succeeded<HeldSession>) {
                        done++;
                    }
                }
                return done;
            }));
        }
        long all = 0;
        for (Fork<Long> fork : forks) {
            all += fork.join();
        }
        return all * 1e9 / (System.nanoTime() - began);
    }
}
