package dev.mooring.bench.sessions;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.SessionEvent;
import dev.mooring.session.Sessions;
import dev.mooring.session.Sharing;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** A thousand concurrent first callers. */
final class FirstCallers implements Benchmark {
    @Override
    public String name() {
        return "first-callers";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        AtomicLong openings = new AtomicLong();
        try (Sessions sessions = Sessions.builder(List.of(Everything.held(bench, Sharing.RUN)))
                .listener(event -> {
                    if (event instanceof SessionEvent.Opened) {
                        openings.incrementAndGet();
                    }
                })
                .build()) {
            AgentRun.run(() -> {
                Callable<Boolean> caller = () -> {
                    Everything.call(sessions);
                    return true;
                };
                for (Outcome<Boolean> outcome : RunScope.require().forkAll(Collections.nCopies(1000, caller))) {
                    outcome.orThrow();
                }
            });
        }
        return List.of(Result.counted(
                "openings by 1,000 first callers at once",
                (double) openings.get(),
                Figures.count(openings.get()),
                "",
                new Target("= 1", value -> value == 1)));
    }
}
