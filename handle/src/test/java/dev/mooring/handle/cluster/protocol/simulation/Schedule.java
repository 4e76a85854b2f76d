package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run of the simulation: a cluster, its clients and its faults, all from one seed. */
final class Schedule {
    private static final long FAULTS = 100_000;
    private static final long SETTLING = 180_000;
    private static final long PROBING = 5_000;
    private static final int REPLICAS = 3;
    private static final int CLIENTS = 3;

    private final World world;
    private final List<Conversation> clients = new ArrayList<>();

    Schedule(long seed, Mutation mutation, boolean isLogging) {
        world = new World(seed, mutation, isLogging);
    }

    /**
     * Runs the schedule.
     *
     * @throws Violation if an invariant does not hold
     */
    Map<Outcome, Integer> run() {
        for (int i = 1; i <= REPLICAS; i++) {
            world.processes.add(new SimProcess(world, i));
        }
        for (int i = 1; i <= CLIENTS; i++) {
            clients.add(new Conversation(world, "client" + i));
        }
        long start = world.now;
        int faults = 1 + world.random.nextInt(6);
        for (int i = 0; i < faults; i++) {
            world.after(world.between(3_000, FAULTS), this::injectFault);
        }
        world.runUntil(start + FAULTS);
        world.log(() -> "faults end");
        world.healAll();
        world.after(30_000, () -> clients.forEach(Conversation::stop));
        world.runUntil(start + FAULTS + SETTLING);
        List<SimCall> probes = new ArrayList<>();
        clients.forEach(client -> probes.addAll(client.probe()));
        world.runUntil(start + FAULTS + SETTLING + PROBING);
        for (SimCall probe : probes) {
            if (probe.outcome == null) {
                throw new Violation(probe + " has no outcome");
            }
            world.oracle.checkSettled(probe.outcome, probe);
        }
        world.processes.stream().filter(SimProcess::isAlive).forEach(world.oracle::checkNoLeak);
        return world.oracle.outcomes();
    }

    List<String> log() {
        return world.log;
    }

    private void injectFault() {
        List<SimProcess> alive =
                world.processes.stream().filter(SimProcess::isAlive).toList();
        if (alive.isEmpty()) {
            return;
        }
        SimProcess victim = alive.get(world.random.nextInt(alive.size()));
        long duration = world.chance(500) ? world.between(1_000, 15_000) : world.between(10_000, 110_000);
        switch (world.random.nextInt(8)) {
            case 0 -> victim.crash();
            case 1 -> victim.pause(duration, false);
            case 2 -> victim.pause(duration, true);
            case 3 -> victim.cutFromStore(duration);
            case 4 -> victim.drain();
            case 5 -> {
                world.log(() -> "the store is down for " + duration + " ms");
                world.storeDownUntil = Math.max(world.storeDownUntil, world.now + duration);
            }
            case 6 -> {
                SimProcess other = alive.get(world.random.nextInt(alive.size()));
                world.log(() -> victim + " is cut from " + other + " for " + duration + " ms");
                world.cut(victim, other, duration);
            }
            default -> disturb(duration);
        }
    }

    /** Loses, repeats and delays messages for a while. */
    private void disturb(long duration) {
        world.log(() -> "messages are lost, repeated and delayed for " + duration + " ms");
        world.lossPerMille = world.random.nextInt(200);
        world.duplicatesPerMille = world.random.nextInt(300);
        world.delaysPerMille = world.random.nextInt(200);
        world.after(duration, () -> {
            world.lossPerMille = 0;
            world.duplicatesPerMille = 0;
            world.delaysPerMille = 0;
        });
    }
}
