package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.Ownership;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sees everything that happens, and checks the invariants. */
final class Oracle {
    private final World world;
    private final Map<HandleKey, Truth> truths = new HashMap<>();
    private final Map<Outcome, Integer> outcomes = new HashMap<>();
    private final Set<ReplicaId> faulty = new HashSet<>();

    /** The truth about a handle. */
    private static final class Truth {
        final SimSession session;
        final Map<SimCall, Sender> running = new HashMap<>();
        boolean isToldLost;

        Truth(SimSession session) {
            this.session = session;
        }
    }

    private record Sender(SimProcess process, @Nullable ReplicaId replica) {}

    Oracle(World world) {
        this.world = world;
    }

    private void check(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new Violation("at " + (world.now - 1_000_000) + " ms: " + message.get());
        }
    }

    private Truth truth(HandleKey key) {
        Truth truth = truths.get(key);
        if (truth == null) {
            throw new Violation("no session of " + key);
        }
        return truth;
    }

    void onOpened(HandleKey key, SimSession session) {
        check(truths.put(key, new Truth(session)) == null, () -> "blank session for " + key);
    }

    SimSession remoteSession(HandleKey key) {
        check(truth(key).session.isRemote, () -> key + " adopted without a remote session");
        return truth(key).session;
    }

    /** The replica of a process has ended, or could not renew its lease for long: its handles may be lost. */
    void expectLosses(ReplicaId replica) {
        faulty.add(replica);
    }

    void onSend(SimProcess process, SimCall call, HandleKey key, SimSession session) {
        world.log(() -> process + " sends " + call);
        check(!call.hasRun, () -> call + " runs twice");
        call.hasRun = true;
        check(
                call.outcome == null || call.outcome == Outcome.MAY_HAVE_HAPPENED,
                () -> call + " runs after its caller was told " + call.outcome);
        Truth truth = truth(key);
        check(truth.session == session, () -> call + " runs on a blank or foreign session");
        check(!truth.isToldLost, () -> call + " runs after the loss of " + key + " was reported");
        // A remote server may still run a call whose replica has died or stopped.
        check(
                truth.running.values().stream()
                        .allMatch(sender ->
                                sender.process == process || (session.isRemote && faulty.contains(sender.replica))),
                () -> "two replicas send for " + key);
        check(
                world.store.truth().find(key) instanceof Ownership.Owned owned
                        && process.isReplica(owned.owner().id()),
                () -> process + " sends for " + key + ", which the store says is "
                        + world.store.truth().find(key));
        truth.running.put(call, new Sender(process, process.replicaId()));
    }

    /** The upstream server has executed a call, or died with the process. */
    void onRan(HandleKey key, SimCall call) {
        truth(key).running.remove(call);
    }

    void onAnswer(HandleKey key, SimCall call) {
        check(!truth(key).isToldLost, () -> call + " is answered after the loss of " + key + " was reported");
    }

    void onOutcome(SimCall call, Outcome outcome) {
        check(call.outcome == null, () -> call + " has two outcomes");
        call.outcome = outcome;
        outcomes.merge(outcome, 1, Integer::sum);
        world.log(() -> call + ": " + outcome);
        check(
                !call.hasRun || outcome == Outcome.ANSWERED || outcome == Outcome.MAY_HAVE_HAPPENED,
                () -> call + " has run, but its caller is told " + outcome);
        HandleKey key = call.key;
        if (outcome == Outcome.LOST && key != null) {
            Truth truth = truth(key);
            truth.isToldLost = true;
            check(
                    call.conversation.hasEnded(key)
                            || (world.store.truth().find(key) instanceof Ownership.Lost lost
                                    && faulty.contains(lost.replica())),
                    () -> key + " is lost without a reason");
        }
        check(
                outcome != Outcome.UNKNOWN || key == null || call.conversation.hasEnded(key),
                () -> key + " is unknown, but was not ended");
    }

    void checkLimit(String scope, int limit) {
        check(world.store.truth().count(scope) <= limit, () -> "more than " + limit + " handles");
    }

    /** After the faults: no handle stays at "try again", and no session stays open for a lost handle. */
    void checkSettled(Outcome outcome, SimCall probe) {
        check(
                outcome == Outcome.ANSWERED || outcome == Outcome.LOST || outcome == Outcome.UNKNOWN,
                () -> probe + " still gets " + outcome + " after the faults");
    }

    void checkNoLeak(SimProcess process) {
        process.sessions()
                .keySet()
                .forEach(key -> check(
                        world.store.truth().find(key) instanceof Ownership.Owned owned
                                && process.isReplica(owned.owner().id()),
                        () -> process + " still has a session of " + key + ", which is "
                                + world.store.truth().find(key)));
    }

    Map<Outcome, Integer> outcomes() {
        return outcomes;
    }
}
