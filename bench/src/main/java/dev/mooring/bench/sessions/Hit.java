package dev.mooring.bench.sessions;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Finding;
import dev.mooring.bench.measure.Measure;
import dev.mooring.bench.measure.Reach;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.HeldSession;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Getting a session that is open, by one thread and by eight. */
final class Hit implements Measure {
    private static final int BATCH = 10_000;

    @Override
    public String name() {
        return "hit";
    }

    @Override
    public List<Finding> take(Bench bench) throws Exception {
        try (Sessions sessions = Sessions.of(Everything.held(bench, Sharing.RUN))) {
            return AgentRun.call(() -> {
                Everything.call(sessions);
                perSecond(sessions, 1, bench.time(Duration.ofSeconds(3)));
                double one = 0;
                double eight = 0;
                for (int round = 0; round < bench.rounds(5); round++) {
                    one = Math.max(one, perSecond(sessions, 1, bench.time(Duration.ofSeconds(1))));
                    eight = Math.max(eight, perSecond(sessions, 8, bench.time(Duration.ofSeconds(1))));
                }
                double nanos = 1e9 / one;
                return List.of(
                        Finding.counted(
                                "get-or-open, hit, one thread",
                                nanos,
                                String.format(Locale.ROOT, "%.0f ns", nanos),
                                "",
                                new Reach("≤ 200 ns", value -> value <= 200)),
                        Finding.compared(
                                "the same, eight threads on two cores, in all (peer: one thread)",
                                eight,
                                one,
                                value -> String.format(Locale.ROOT, "%.1f M/s", value / 1e6),
                                Reach.ratioAtLeast(1.6)));
            });
        }
    }

    private static double perSecond(Sessions sessions, int threads, Duration time) throws Exception {
        List<Fork<Double>> forks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            forks.add(RunScope.require().fork(() -> {
                long began = System.nanoTime();
                long count = 0;
                while (System.nanoTime() - began < time.toNanos()) {
                    for (int j = 0; j < BATCH; j++) {
                        if (!(sessions.held(Everything.NAME) instanceof Outcome.Succeeded<HeldSession>)) {
                            throw new IllegalStateException("the session is not held");
                        }
                    }
                    count += BATCH;
                }
                return count * 1e9 / (System.nanoTime() - began);
            }));
        }
        double all = 0;
        for (Fork<Double> fork : forks) {
            all += fork.join();
        }
        return all;
    }
}
