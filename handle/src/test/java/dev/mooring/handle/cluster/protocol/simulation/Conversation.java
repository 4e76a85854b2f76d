package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that uses one handle after another, with up to two calls at a time, through any process. */
final class Conversation {
    private static final long PATIENCE = 40_000;
    private static final long DECISION_LIMIT = 2_500;

    private final World world;
    private final String name;
    private final Map<HandleKey, String> hints = new HashMap<>();
    private final Set<HandleKey> ended = new HashSet<>();
    private final Set<HandleKey> known = new HashSet<>();
    private final Map<SimCall, SimProcess> receivers = new HashMap<>();
    private @Nullable HandleKey current;
    private int running;
    private boolean isMinting;
    private int keys;
    private long calls;
    private boolean isStopped;

    Conversation(World world, String name) {
        this.world = world;
        this.name = name;
        world.after(world.between(500, 3_000), this::act);
    }

    @Override
    public String toString() {
        return name;
    }

    String hint(HandleKey key) {
        return hints.getOrDefault(key, "");
    }

    HandleKey newKey(ReplicaId minter) {
        var key = new HandleKey(name + "-" + ++keys);
        hints.put(key, minter.hint());
        return key;
    }

    boolean hasEnded(HandleKey key) {
        return ended.contains(key);
    }

    void stop() {
        isStopped = true;
    }

    private void act() {
        if (isStopped) {
            return;
        }
        HandleKey key = current;
        if (key != null && world.chance(30)) {
            end(key);
        } else if (running < 2 && (key != null || !isMinting)) {
            isMinting = key == null;
            call(key);
        }
        world.after(world.between(500, 9_000), this::act);
    }

    private void end(HandleKey key) {
        world.processes.stream()
                .filter(process -> process.isAlive()
                        && process.pausedUntil() <= world.now
                        && process.sessions().containsKey(key))
                .findFirst()
                .ifPresent(owner -> {
                    world.log(() -> name + " ends " + key);
                    ended.add(key);
                    known.remove(key);
                    current = null;
                    owner.end(key);
                });
    }

    private void call(@Nullable HandleKey key) {
        List<SimProcess> alive =
                world.processes.stream().filter(SimProcess::isAlive).toList();
        if (alive.isEmpty()) {
            isMinting = false;
            return;
        }
        var call = new SimCall(++calls, this, key, world.now);
        SimProcess receiver = alive.get(world.random.nextInt(alive.size()));
        running++;
        receivers.put(call, receiver);
        world.log(() -> name + ": " + call + " to " + receiver);
        world.after(1, receiver, () -> {
            if (call.outcome == null) {
                receiver.receive(call);
            }
        });
        world.after(PATIENCE + world.between(0, 70_000), () -> onOutcome(call, Outcome.MAY_HAVE_HAPPENED, true));
    }

    void onOutcome(SimCall call, Outcome outcome, boolean wasCommitted) {
        if (call.outcome != null) {
            return; // the client has given up waiting
        }
        world.oracle.onOutcome(call, outcome);
        SimProcess receiver = receivers.remove(call);
        if (outcome == Outcome.TRY_AGAIN
                && !wasCommitted
                && receiver != null
                && receiver.pausedUntil() < call.startedAt
                && world.now - call.startedAt > DECISION_LIMIT) {
            throw new Violation(call + " got its answer after " + (world.now - call.startedAt) + " ms");
        }
        running--;
        HandleKey key = call.key;
        boolean wasFirst = isMinting && key != null && !known.contains(key) && !ended.contains(key);
        if (current == null && isMinting && (key == null || wasFirst)) {
            isMinting = false;
        }
        if (outcome == Outcome.ANSWERED && wasFirst && current == null && key != null) {
            current = key;
            known.add(key);
        } else if (outcome == Outcome.LOST && key != null) {
            known.remove(key);
            current = key.equals(current) ? null : current;
        }
    }

    /** Calls each handle that this client knows and was not told to be lost. */
    List<SimCall> probe() {
        List<SimCall> probes = new ArrayList<>();
        for (HandleKey key : List.copyOf(known)) {
            List<SimProcess> alive =
                    world.processes.stream().filter(SimProcess::isAlive).toList();
            var call = new SimCall(++calls, this, key, world.now);
            SimProcess receiver = alive.get(world.random.nextInt(alive.size()));
            running++;
            world.log(() -> name + ": probe " + call + " to " + receiver);
            world.after(1, receiver, () -> receiver.receive(call));
            probes.add(call);
        }
        return probes;
    }
}
