package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Prerequisite;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.bench.replicas.ClientCounts.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * State that clients lose without a report, while replicas are killed, paused and stopped, PostgreSQL is restarted, and
 * connections are cut. The peers get the same number of faults. They keep their sessions in one instance, so HAProxy sends each
 * transport session to the instance that opened it.
 */
final class SilentLosses implements Benchmark {
    private static final int CLIENTS = 200;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration OUTAGE = Duration.ofSeconds(60);
    private static final int MAX_REPORTS = 10;
    private static final int MAX_REPORTS_OF_PEERS = 2;

    @Override
    public String name() {
        return "kills";
    }

    @Override
    public List<Prerequisite> prerequisites() {
        return List.of(Prerequisite.COUNTERPARTS, Prerequisite.program("haproxy", "haproxy"));
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        int faults = bench.kills();
        buildLauncher(bench);
        bench.say("  seed " + bench.seed());
        List<Result> results = new ArrayList<>();
        Outcome ours;
        try (Deployment deployment = Deployments.mooring(bench)) {
            ours = kill(bench, deployment, faults, MAX_REPORTS);
        }
        bench.say("  mooring, all " + faults + " faults: " + ours);
        results.add(Result.counted(
                "losses of state by an outage of PostgreSQL of 60 s",
                ours.lostInOutage(),
                String.valueOf(ours.lostInOutage()),
                "",
                Target.atMost(0, "")));
        results.addAll(compare(bench, ours, "supergateway --stateful", Deployments::supergateway, faults));
        results.addAll(compare(bench, ours, "mcp-proxy", Deployments::mcpProxy, faults));
        return results;
    }

    /** The observations of the clients of one deployment. */
    private record Outcome(ClientCounts withSession, ClientCounts withoutSession, int lostInOutage) {
        ClientCounts all() {
            return ClientCounts.sum(withSession, withoutSession);
        }

        /** Returns the number of silent losses, repeated calls, and clients that were not served again. */
        int violations() {
            return all().silentLosses() + all().of(Event.REPEATED_CALL) + all().of(Event.STUCK);
        }

        @Override
        public String toString() {
            return all() + "; clients with transport sessions: " + withSession + "; without: " + withoutSession;
        }
    }

    private interface DeploymentOpener {
        Deployment open(Bench bench) throws Exception;
    }

    /** Our figures are known already, so the failure of a peer must not discard them. */
    private static List<Result> compare(Bench bench, Outcome ours, String name, DeploymentOpener opener, int faults)
            throws InterruptedException {
        String in = " in " + Figures.count(faults) + " faults, beside " + name;
        String note = describe("ours", ours);
        String silent = "not measured";
        String reported = "";
        try (Deployment deployment = opener.open(bench)) {
            Outcome peer = kill(bench, deployment, faults, MAX_REPORTS_OF_PEERS);
            bench.say("  " + name + ", all " + faults + " faults: " + peer);
            silent = Figures.count(peer.all().silentLosses());
            reported = Figures.count(peer.all().of(Event.LOSS_REPORTED));
            note += "; " + describe(name, peer);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            bench.say("  " + name + " failed: " + e);
            note += "; " + name + " failed: " + e;
        }
        return List.of(
                Result.counted(
                                "silent losses" + in,
                                ours.violations(),
                                Figures.count(ours.violations()),
                                silent,
                                Target.atMost(0, ""))
                        .withNote(note),
                Result.reported("reported losses" + in, Figures.count(ours.all().of(Event.LOSS_REPORTED)), reported));
    }

    private static String describe(String name, Outcome outcome) {
        ClientCounts all = outcome.all();
        return name + ": " + Figures.count(all.of(Event.CALL)) + " calls, "
                + Figures.count(all.of(Event.BLANK)) + " on blank state, "
                + Figures.count(all.of(Event.FOREIGN)) + " on foreign state, "
                + Figures.count(all.of(Event.SESSION_FORGOTTEN)) + " transport sessions forgotten, "
                + Figures.count(all.of(Event.UNEXPECTED)) + " unexpected answers";
    }

    private static Outcome kill(Bench bench, Deployment deployment, int faults, int maxReports) throws Exception {
        try (Clients clients = deployment.startClients(CLIENTS, PAUSE, reporter(bench, maxReports))) {
            int lostInOutage = 0;
            PostgresProcess database = deployment.database();
            clients.awaitAll();
            if (database != null) {
                lostInOutage = lossesInOutage(bench, clients, database);
            }
            new FaultInjector(bench, deployment, clients, faults, bench.seed()).run();
            return new Outcome(clients.withSession(), clients.withoutSession(), lostInOutage);
        }
    }

    private static int lossesInOutage(Bench bench, Clients clients, PostgresProcess database) throws Exception {
        int before = clients.counts().of(Event.LOSS_REPORTED);
        database.stop();
        Thread.sleep(OUTAGE);
        database.start();
        clients.awaitAll();
        bench.say("  PostgreSQL was down for " + OUTAGE.toSeconds() + " s: " + clients.counts());
        return clients.counts().of(Event.LOSS_REPORTED) - before;
    }

    /** Prints the first events of each kind. */
    private static BiConsumer<Event, String> reporter(Bench bench, int max) {
        ClientCounts reports = new ClientCounts();
        return (event, what) -> {
            reports.count(event);
            if (reports.of(event) <= max) {
                bench.say("  " + what);
            }
        };
    }

    /** Builds the program, so that replicas need not. */
    private static void buildLauncher(Bench bench) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(bench.launcher().toString(), "version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("./mooring version failed");
        }
    }
}
