package dev.mooring.bench.gateway;

import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import java.util.List;
import java.util.Locale;

/** Opens five hundred handles on a stdio server, each with its own process. */
final class ManyProcesses implements Benchmark {
    private static final int HANDLES = 500;

    @Override
    public String name() {
        return "processes";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        String server = bench.file("bench/src/main/sh/small-server.sh");
        try (ForkedWorker<HandleOpener.Task, HandleOpener.Opened> gateway =
                ForkedWorker.start(HandleOpener.class, HandleOpener.Opened.class, List.of("sh", server))) {
            HandleOpener.Opened opened = gateway.perform(new HandleOpener.Task("count", Json.object(), HANDLES, 8));
            return List.of(Result.counted(
                            "500 handles on a small stdio server, opened 8 at a time: failures",
                            opened.failed(),
                            Figures.count(opened.failed()),
                            "",
                            Target.atMost(0, ""))
                    .withNote(String.format(
                            Locale.ROOT,
                            "%d processes after %.1f s",
                            opened.after().children(),
                            opened.seconds())));
        }
    }
}
