package dev.mooring.bench.replicas;

import dev.mooring.bench.measure.Bench;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An injector of faults into a deployment, several at a time. A fault is over when the replica or the database is back, and half
 * of the clients have had a success since it began.
 *
 * <p>One replica, the survivor, is spared, because only a replica that has run for some time revokes the sessions of a stopped
 * replica. From time to time another replica is spared too, until it can become the survivor, so that all replicas get faults. A
 * fault for a replica that is spared or already has a fault waits, and the next faults go first.
 */
final class FaultInjector {
    private static final int FAULTS_AT_ONCE = 4;

    /** How many faults are considered while the first ones are not possible, so that kinds stay mixed. */
    private static final int LOOK_AHEAD = 6;

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int MIN_PAUSE_SECONDS = 12;
    private static final int MAX_PAUSE_SECONDS = 30;

    /** For one kill of this many, the lease is not backdated, so that it ends in real time. */
    private static final int REAL_TIME_SHARE = 20;

    private final Bench bench;
    private final Deployment deployment;
    private final Clients clients;
    private final Random random;
    private final int total;
    private final List<Fault> waiting;
    private final Instant began = Instant.now();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicBoolean isPausing = new AtomicBoolean();
    private final AtomicBoolean hasDatabaseFault = new AtomicBoolean();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** 1 for a replica that has a fault. */
    private final AtomicIntegerArray faulty;

    /** Since when each replica has had no fault, in {@link System#nanoTime}. */
    private final AtomicLongArray healthySince;

    private int survivor;

    /** The replica that is spared until it can become the survivor; -1 for none. */
    private int nextSurvivor = -1;

    /** When the next survivor may be chosen, in {@link System#nanoTime}. */
    private long nextChoiceAt;

    FaultInjector(Bench bench, Deployment deployment, Clients clients, int faults, long seed) {
        this.bench = bench;
        this.deployment = deployment;
        this.clients = clients;
        this.random = new Random(seed);
        this.total = faults;
        this.waiting = Fault.shuffled(faults, deployment.database() != null, random);
        int size = deployment.processes().size();
        this.faulty = new AtomicIntegerArray(size);
        this.healthySince = new AtomicLongArray(size);
        for (int i = 0; i < size; i++) {
            healthySince.set(i, System.nanoTime());
        }
        this.survivor = random.nextInt(size);
        this.nextChoiceAt = System.nanoTime() + deployment.trust().toNanos();
    }

    /** Injects all faults and waits until every client has had a success afterwards. */
    void run() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            while (!waiting.isEmpty() && failure.get() == null) {
                chooseSurvivor();
                Runnable next = running.get() < FAULTS_AT_ONCE ? next() : null;
                if (next == null) {
                    Thread.sleep(POLL);
                } else {
                    running.incrementAndGet();
                    threads.execute(next);
                }
            }
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        clients.awaitAll();
    }

    private void chooseSurvivor() {
        long now = System.nanoTime();
        if (nextSurvivor >= 0
                && now - healthySince.get(nextSurvivor) > deployment.trust().toNanos()) {
            survivor = nextSurvivor;
            nextSurvivor = -1;
            nextChoiceAt = now + deployment.trust().toNanos();
        } else if (nextSurvivor < 0 && now > nextChoiceAt) {
            List<Integer> candidates = targets();
            nextSurvivor = candidates.isEmpty() ? -1 : candidates.get(random.nextInt(candidates.size()));
        }
    }

    /** Returns the replicas that may get a fault now. */
    private List<Integer> targets() {
        return IntStream.range(0, faulty.length())
                .filter(each -> each != survivor && each != nextSurvivor && faulty.get(each) == 0)
                .boxed()
                .toList();
    }

    /** Returns the next fault that is possible now, or null. */
    private @Nullable Runnable next() {
        List<Integer> targets = targets();
        for (int i = 0; i < Math.min(LOOK_AHEAD, waiting.size()); i++) {
            Runnable task = task(waiting.get(i), targets);
            if (task != null) {
                waiting.remove(i);
                return task;
            }
        }
        return null;
    }

    private @Nullable Runnable task(Fault fault, List<Integer> targets) {
        int size = faulty.length();
        return switch (fault) {
            case CUT_CALLS -> {
                int replica = random.nextInt(size);
                yield () -> inject(fault, List.of(), () -> deployment.balancer().cutConnections(replica));
            }
            case CUT_DATABASE, RESTART_DATABASE ->
                hasDatabaseFault.compareAndSet(false, true)
                        ? () -> inject(fault, List.of(), () -> hitDatabase(fault))
                        : null;
            case KILL_ALL -> {
                boolean isWhole = IntStream.range(0, size).allMatch(each -> faulty.get(each) == 0);
                yield isWhole ? on(fault, IntStream.range(0, size).boxed().toList()) : null;
            }
            case PAUSE -> targets.isEmpty() || !isPausing.compareAndSet(false, true) ? null : on(fault, one(targets));
            case KILL, TERMINATE -> targets.isEmpty() ? null : on(fault, one(targets));
        };
    }

    private List<Integer> one(List<Integer> targets) {
        return List.of(targets.get(random.nextInt(targets.size())));
    }

    /** Marks replicas as faulty, and returns the task that injects the fault. */
    private Runnable on(Fault fault, List<Integer> replicas) {
        replicas.forEach(each -> faulty.set(each, 1));
        int choice = random.nextInt(REAL_TIME_SHARE);
        int seconds = random.nextInt(MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS + 1);
        return () -> inject(fault, replicas, () -> hit(fault, replicas, choice, seconds));
    }

    private interface Action {
        void run() throws Exception;
    }

    private void inject(Fault fault, List<Integer> replicas, Action action) {
        try {
            List<Integer> before = clients.successes();
            action.run();
            for (int each : replicas) {
                healthySince.set(each, System.nanoTime());
                faulty.set(each, 0);
            }
            clients.awaitProgress(before, 0.5);
            sayProgress(fault, replicas);
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        } finally {
            running.decrementAndGet();
        }
    }

    private void hit(Fault fault, List<Integer> replicas, int choice, int seconds)
            throws IOException, InterruptedException, SQLException {
        ProcessGroup processes = deployment.processes();
        switch (fault) {
            case PAUSE -> {
                int replica = replicas.getFirst();
                processes.signal(replica, "STOP");
                Thread.sleep(Duration.ofSeconds(seconds));
                processes.signal(replica, "CONT");
                isPausing.set(false);
            }
            case TERMINATE -> {
                processes.terminate(replicas.getFirst());
                processes.start(replicas.getFirst());
            }
            default -> {
                for (int each : replicas) {
                    processes.kill(each);
                }
                PostgresProcess database = deployment.database();
                for (int each : replicas) {
                    if (database != null && choice != 0) {
                        database.backdateLease(processes.ports().get(each));
                    }
                }
                if (choice % 4 == 1) { // it stays down for a while
                    clients.awaitProgress(clients.successes(), replicas.size() == 1 ? 0.5 : 0);
                }
                for (int each : replicas) {
                    processes.start(each);
                }
            }
        }
    }

    private void hitDatabase(Fault fault) throws IOException, InterruptedException, SQLException {
        PostgresProcess database = deployment.database();
        if (database != null && fault == Fault.RESTART_DATABASE) {
            database.stop();
            database.start();
        } else if (database != null) {
            database.cutConnections();
        }
        hasDatabaseFault.set(false);
    }

    private void sayProgress(Fault fault, List<Integer> replicas) {
        int number = done.incrementAndGet();
        if (number % 10 == 0 || number == total) {
            List<String> names = new ArrayList<>();
            replicas.forEach(each -> names.add("replica " + (each + 1)));
            bench.say("  " + deployment.name() + ", fault " + number + "/" + total + " (" + fault
                    + (names.isEmpty() ? "" : ": " + String.join(", ", names)) + ") after "
                    + Duration.between(began, Instant.now()).toSeconds() + " s: " + clients.counts());
        }
    }
}
