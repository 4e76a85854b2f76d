package dev.mooring.bench.httpclients;

import dev.mooring.bench.contender.ServerWorker;
import dev.mooring.bench.fork.Contender;
import dev.mooring.bench.fork.ForkedWorker;
import dev.mooring.bench.fork.Load;
import dev.mooring.bench.fork.LoadResult;
import dev.mooring.bench.fork.LoadWorker;
import dev.mooring.bench.fork.Rounds;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Report;
import dev.mooring.bench.measure.Suite;
import dev.mooring.bench.measure.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** HTTP clients on virtual threads: small posts, one and many at a time, and long streams of events. */
public final class HttpClients implements Suite {
    private record Candidate(String name, Class<? extends Contender> contender, List<String> jars) {}

    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("apache", ApachePosting.class, List.of("httpclient5", "httpcore5")),
            new Candidate("jdk", JdkPosting.class, List.of()),
            new Candidate("helidon", HelidonPosting.class, List.of("helidon-")));

    @Override
    public String name() {
        return "http-clients";
    }

    @Override
    public String about() {
        return "HTTP clients to choose from: small posts, event streams, weight";
    }

    @Override
    public List<String> parts() {
        return CANDIDATES.stream().map(Candidate::name).toList();
    }

    @Override
    public Report run(Set<String> only, Bench bench) throws Exception {
        List<Candidate> chosen = CANDIDATES.stream()
                .filter(candidate -> only.contains(candidate.name()))
                .toList();
        try (var server = ServerWorker.fork(PostingServer.class)) {
            String address = ServerWorker.address(server).toString();
            Table table = new Table(
                    "client",
                    "p50, 1 in flight",
                    "posts, 1 in flight",
                    "posts, 64 in flight",
                    "CPU per post",
                    "events, 1 stream",
                    "events, 16 streams",
                    "jars");
            Race posts = race(bench, chosen, address + PostingServer.ONE, 64);
            Race events = race(bench, chosen, address + PostingServer.EVENTS, 16);
            for (Candidate candidate : chosen) {
                String name = candidate.name();
                table.add(
                        name,
                        Figures.micros(posts.one.least(name, LoadResult::p50Micros)),
                        Figures.perSecond(posts.one.most(name, LoadResult::perSecond)),
                        Figures.perSecond(posts.many.most(name, LoadResult::perSecond)),
                        Figures.micros(posts.many.least(name, LoadResult::cpuMicros)),
                        Figures.perSecond(events.one.most(name, LoadResult::perSecond) * PostingServer.COUNT),
                        Figures.perSecond(events.many.most(name, LoadResult::perSecond) * PostingServer.COUNT),
                        Figures.kilobytes((double) Jars.bytes(candidate.jars())));
            }
            return new Report(table, true);
        }
    }

    private record Race(Rounds.Outcome one, Rounds.Outcome many) {}

    private static Race race(Bench bench, List<Candidate> candidates, String address, int many) throws IOException {
        List<ForkedWorker<Load, LoadResult>> forked = new ArrayList<>();
        try {
            Rounds rounds = new Rounds(bench);
            for (Candidate candidate : candidates) {
                forked.add(LoadWorker.fork(candidate.contender(), List.of(address)));
                rounds.with(candidate.name(), forked.getLast());
            }
            rounds.warmUp(Load.during(many, bench.time(Duration.ofMillis(1500))));
            Duration time = bench.time(Duration.ofMillis(1500));
            Rounds.Outcome manyAtOnce = rounds.run(bench.rounds(4), Load.during(many, time));
            rounds.warmUp(Load.during(1, bench.time(Duration.ofMillis(500))));
            return new Race(rounds.run(bench.rounds(4), Load.during(1, time)), manyAtOnce);
        } finally {
            for (ForkedWorker<Load, LoadResult> each : forked) {
                each.close();
            }
        }
    }
}
