package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.SdkClient;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.util.List;
import java.util.Locale;

/** The cost of idle legacy HTTP sessions for the client. */
final class HeldSessions implements Benchmark {
    private static final int OURS = 1000;
    private static final int SDK = 100;

    @Override
    public String name() {
        return "held";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        try (var server = ServerWorker.ours()) {
            String address = ServerWorker.address(server).toString();
            HoldingWorker.Held ours;
            HoldingWorker.Held sdk;
            try (var holder = HoldingWorker.fork(MooringClient.class, "LEGACY", address)) {
                holder.perform(new HoldingWorker.Task(20)); // loads classes, so that they do not count
                ours = holder.perform(new HoldingWorker.Task(OURS));
                bench.say("  ours: " + ours.with());
            }
            try (var holder = HoldingWorker.fork(SdkClient.class, address)) {
                holder.perform(new HoldingWorker.Task(20));
                sdk = holder.perform(new HoldingWorker.Task(SDK));
                bench.say("  SDK: " + sdk.with());
            }
            return findings(ours, sdk);
        }
    }

    private static List<Result> findings(HoldingWorker.Held ours, HoldingWorker.Held sdk) {
        double heap = (ours.with().heapBytes() - ours.before().heapBytes()) / (double) OURS;
        double sdkHeap = (sdk.with().heapBytes() - sdk.before().heapBytes()) / (double) SDK;
        double descriptors = (ours.with().descriptors() - ours.before().descriptors()) / (double) OURS;
        double sdkDescriptors = (sdk.with().descriptors() - sdk.before().descriptors()) / (double) SDK;
        return List.of(
                Result.counted(
                                "1,000 held HTTP sessions: platform threads in all",
                                ours.with().threads(),
                                sdk.with().threads(),
                                Target.atMost(30, ""))
                        .withNote("the SDK with 120 sessions; with the JVM's own threads "
                                + ours.with().systemThreads() + " and "
                                + sdk.with().systemThreads()),
                Result.counted(
                        "1,000 held HTTP sessions: heap each",
                        heap,
                        Figures.kilobytes(heap),
                        Figures.kilobytes(sdkHeap),
                        Target.atMost(10_000, "bytes")),
                Result.counted(
                        "1,000 held HTTP sessions: file descriptors each",
                        descriptors,
                        written(descriptors),
                        written(sdkDescriptors),
                        Target.atMost(0, "")));
    }

    private static String written(double each) {
        return String.format(Locale.ROOT, "%.2f", each);
    }
}
