package dev.mooring.bench.protocol;

import dev.mooring.bench.contender.MooringClient;
import dev.mooring.bench.contender.RecordedExchange;
import dev.mooring.bench.contender.RecordingProxy;
import dev.mooring.bench.contender.SdkClient;
import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The throughput of the server alone, with a client that costs almost nothing. */
final class ServerUnderWrk implements Benchmark {
    @Override
    public String name() {
        return "wrk";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.program("wrk", "wrk"));
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Path asOurs = bench.scratch("wrk-ours");
        Path asSdk = bench.scratch("wrk-sdk");
        // Separate servers, because the measured ones must be cold.
        try (var ourServer = ServerWorker.ours();
                var sdkServer = ServerWorker.sdk()) {
            RecordingProxy.record(
                    ServerWorker.address(ourServer),
                    address -> new MooringClient(List.of("MODERN", address.toString())),
                    asOurs);
            RecordingProxy.record(
                    ServerWorker.address(sdkServer), address -> new SdkClient(List.of(address.toString())), asSdk);
        }
        try (var ourServer = ServerWorker.ours();
                var sdkServer = ServerWorker.sdk()) {
            return race(
                    bench,
                    wrk(bench, "ours", ServerWorker.address(ourServer), asOurs),
                    wrk(bench, "sdk", ServerWorker.address(sdkServer), asSdk));
        }
    }

    private static Wrk wrk(Bench bench, String name, URI server, Path recorded) throws Exception {
        return new Wrk(server, RecordedExchange.load(recorded), bench.scratch(name + ".lua"));
    }

    private static List<Result> race(Bench bench, Wrk ours, Wrk sdk) throws Exception {
        Duration cold = bench.time(Duration.ofSeconds(10));
        Duration warm = bench.time(Duration.ofSeconds(3));
        double oursCold = ours.run(cold);
        double sdkCold = sdk.run(cold);
        bench.say("  cold: ours " + Figures.perSecond(oursCold) + ", SDK " + Figures.perSecond(sdkCold));
        double oursBest = 0;
        double sdkBest = 0;
        int rounds = bench.rounds(4);
        for (int round = 1; round <= rounds; round++) {
            double oursNow = ours.run(warm);
            double sdkNow = sdk.run(warm);
            bench.say("  round " + round + "/" + rounds + ": ours " + Figures.perSecond(oursNow) + ", SDK "
                    + Figures.perSecond(sdkNow));
            oursBest = Math.max(oursBest, oursNow);
            sdkBest = Math.max(sdkBest, sdkNow);
        }
        return List.of(
                Result.compared(
                        "server under wrk, warm (peer: SDK's stateless servlet)",
                        oursBest,
                        sdkBest,
                        Figures::perSecond,
                        Target.ratioAtLeast(1.4)),
                Result.compared(
                        "server under wrk, the first 10 s", oursCold, sdkCold, Figures::perSecond, Target.NONE));
    }
}
