package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.BareLoop;
import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.ReaderThreadLoop;
import dev.mooring.bench.contender.RecordedLines;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The cost of one call on a held session beside a bare loop that writes the line and reads the reply. */
final class StdioLatency implements Benchmark {
    @Override
    public String name() {
        return "stdio-p50";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS);
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<String> server = bench.serverEverything();
        Path recorded = bench.scratch("stdio-lines");
        RecordedLines.record(server, recorded);
        List<String> toOurs = new ArrayList<>(server);
        toOurs.addFirst("LEGACY");
        List<String> toBare = new ArrayList<>(server);
        toBare.addFirst(recorded.toString());
        Load load = Load.during(1, bench.time(Duration.ofMillis(1500))).onPlatformThreads();
        try (var ours = LoadWorker.fork(MooringClient.class, toOurs);
                var bare = LoadWorker.fork(BareLoop.class, toBare);
                var withReader = LoadWorker.fork(ReaderThreadLoop.class, toBare)) {
            Rounds.Outcome outcome = new Rounds(bench)
                    .with("ours", ours)
                    .with("bare loop", bare)
                    .with("bare loop and reader", withReader)
                    .warmUp(load, bench.calls(40_000))
                    .run(bench.rounds(7), load);
            double p50 = outcome.least("ours", LoadResult::p50Micros);
            return List.of(
                    Result.compared(
                            "stdio, one thread, p50 (peer: bare loop)",
                            p50,
                            outcome.least("bare loop", LoadResult::p50Micros),
                            Figures::micros,
                            Target.ratioAtMost(1.15)),
                    Result.compared(
                            "stdio, one thread, p50 (peer: bare loop with a thread that reads)",
                            p50,
                            outcome.least("bare loop and reader", LoadResult::p50Micros),
                            Figures::micros,
                            Target.NONE));
        }
    }
}
