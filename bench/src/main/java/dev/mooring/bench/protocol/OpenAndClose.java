package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.SdkClient;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stdio sessions, opened and closed one after the other: the duration and leaked resources. */
final class OpenAndClose implements Benchmark {
    private static final int SDK = 20;

    /** A server that replies to initialize and ends at the end of its input. */
    private static final List<String> TRIVIAL_SERVER = List.of("sh", "-c", """
            while IFS= read -r line; do
              case $line in
                *'"method":"initialize"'*)
                  id=${line#*'"id":'}
                  echo '{"jsonrpc":"2.0","id":'"${id%%,*}"',"result":{"protocolVersion":"2025-11-25",\\
            "capabilities":{},"serverInfo":{"name":"trivial","version":"1"}}}'
                  ;;
              esac
            done
            """.replace("\\\n", ""));

    @Override
    public String name() {
        return "open-close";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<String> arguments = new ArrayList<>(TRIVIAL_SERVER);
        arguments.addFirst("LEGACY");
        int count = bench.calls(1000);
        OpeningWorker.LeakedResources ours;
        OpeningWorker.LeakedResources sdk;
        try (var opener = OpeningWorker.fork(MooringClient.class, arguments)) {
            opener.perform(new OpeningWorker.Task(50)); // the first sessions load classes and start shared threads
            ours = opener.perform(new OpeningWorker.Task(count));
            bench.say("  ours left " + ours.threads() + ", held: " + ours.after());
        }
        try (var opener = OpeningWorker.fork(SdkClient.class, TRIVIAL_SERVER)) {
            opener.perform(new OpeningWorker.Task(5));
            sdk = opener.perform(new OpeningWorker.Task(SDK));
            bench.say("  SDK left " + sdk.threads() + ", held: " + sdk.after());
        }
        return List.of(
                left(count, "threads", ours.threads().size(), sdk.threads().size())
                        .withNote("the SDK with " + SDK + " sessions"),
                left(count, "descriptors", ours.descriptors(), sdk.descriptors()),
                left(count, "processes", ours.children(), sdk.children()),
                Result.counted(
                        "open and close: close, p50",
                        ours.closeMicros() / 1000,
                        Figures.micros(ours.closeMicros()),
                        Figures.micros(sdk.closeMicros()),
                        Target.atMost(20, "ms")),
                Result.reported(
                        "open and close: open, p50",
                        Figures.micros(ours.openMicros()),
                        Figures.micros(sdk.openMicros())));
    }

    private static Result left(int sessions, String what, long ours, long sdk) {
        String row = String.format(Locale.ROOT, "open and close %,d stdio sessions: %s left", sessions, what);
        return Result.counted(row, ours, sdk, Target.atMost(0, ""));
    }
}
