package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.BarePost;
import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.RecordingProxy;
import dev.mooring.bench.contender.SdkClient;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.Load;
import dev.mooring.bench.fork.LoadResult;
import dev.mooring.bench.fork.LoadWorker;
import dev.mooring.bench.fork.Rounds;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Client and server of each contender together, over HTTP: ours, the SDK's, and a bare one that only moves bytes. */
final class HttpCalls implements Benchmark {
    private static final String OURS = "ours";
    private static final String BARE = "bare";
    private static final String SDK = "SDK";

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Path recorded = bench.scratch("http-exchange");
        try (var ourServer = ServerWorker.ours();
                var sdkServer = ServerWorker.sdk()) {
            URI our = ServerWorker.address(ourServer);
            RecordingProxy.record(our, address -> new MooringClient(List.of("MODERN", address.toString())), recorded);
            try (var bareServer = ServerWorker.bare(recorded.toString());
                    var ours = LoadWorker.fork(MooringClient.class, List.of("MODERN", our.toString()));
                    var bare = LoadWorker.fork(
                            BarePost.class,
                            List.of(ServerWorker.address(bareServer).toString(), recorded.toString()));
                    var sdk = LoadWorker.fork(
                            SdkClient.class,
                            List.of(ServerWorker.address(sdkServer).toString()))) {
                return race(
                        bench,
                        new Rounds(bench).with(OURS, ours).with(BARE, bare).with(SDK, sdk));
            }
        }
    }

    private static List<Result> race(Bench bench, Rounds rounds) throws Exception {
        rounds.warmUp(Load.during(64, bench.time(Duration.ofMillis(1500))), bench.calls(100_000));
        Rounds.Outcome many = rounds.run(bench.rounds(5), Load.during(64, bench.time(Duration.ofMillis(1500))));
        rounds.warmUp(Load.during(1, bench.time(Duration.ofMillis(500))));
        Rounds.Outcome one = rounds.run(bench.rounds(5), Load.during(1, bench.time(Duration.ofMillis(1200))));
        return List.of(
                Result.compared(
                        "HTTP, 1 in flight: calls (peer: bare post and handler)",
                        one.most(OURS, LoadResult::perSecond),
                        one.most(BARE, LoadResult::perSecond),
                        Figures::perSecond,
                        Target.ratioAtLeast(0.8)),
                Result.compared(
                        "HTTP, 64 in flight: calls (peer: bare post and handler)",
                        many.most(OURS, LoadResult::perSecond),
                        many.most(BARE, LoadResult::perSecond),
                        Figures::perSecond,
                        Target.ratioAtLeast(0.8)),
                Result.compared(
                        "HTTP, 64 in flight: calls (peer: SDK)",
                        many.most(OURS, LoadResult::perSecond),
                        many.most(SDK, LoadResult::perSecond),
                        Figures::perSecond,
                        Target.ratioAtLeast(1.5)),
                Result.compared(
                        "HTTP, 1 in flight: p50 (peer: SDK)",
                        one.least(OURS, LoadResult::p50Micros),
                        one.least(SDK, LoadResult::p50Micros),
                        Figures::micros,
                        Target.ratioAtMost(0.5)),
                Result.compared(
                        "HTTP, 64 in flight: client's CPU per call (peer: SDK)",
                        many.least(OURS, LoadResult::cpuMicros),
                        many.least(SDK, LoadResult::cpuMicros),
                        Figures::micros,
                        Target.NONE));
    }
}
