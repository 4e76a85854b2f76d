package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.cluster.InMemoryClusterStore;
import java.util.function.Consumer;
import java.util.function.Function;

/** The store, over a network that loses, delays and repeats requests and replies. */
final class SimStore {
    private static final long TIMEOUT = 1_500;

    private final World world;
    private final InMemoryClusterStore store;

    /** One request. The process gets the first of reply and timeout. */
    private static final class Request {
        boolean isSettled;
    }

    SimStore(World world) {
        this.world = world;
        this.store = new MutatedStore(world);
    }

    /** Returns the store itself, for the oracle. */
    InMemoryClusterStore truth() {
        return store;
    }

    <T> void call(
            SimProcess process, Function<InMemoryClusterStore, T> operation, Consumer<T> onReply, Runnable onFailure) {
        var request = new Request();
        boolean isRepeated = world.chance(world.duplicatesPerMille);
        deliver(process, request, operation, onReply);
        if (isRepeated) {
            world.after(world.between(0, World.MAX_DELAY), () -> execute(process, operation));
        }
        world.after(TIMEOUT, process, () -> {
            if (!request.isSettled) {
                request.isSettled = true;
                onFailure.run();
            }
        });
    }

    private <T> void deliver(
            SimProcess process, Request request, Function<InMemoryClusterStore, T> operation, Consumer<T> onReply) {
        world.after(world.messageDelay(), () -> {
            if (!isReachable(process) || world.chance(world.lossPerMille)) {
                return;
            }
            T result = operation.apply(store);
            if (world.chance(world.lossPerMille)) {
                return; // executed, but the reply is lost
            }
            world.after(world.messageDelay(), process, () -> {
                if (!request.isSettled) {
                    request.isSettled = true;
                    onReply.accept(result);
                }
            });
        });
    }

    /** A copy of a request, whose result nobody waits for. */
    private <T> void execute(SimProcess process, Function<InMemoryClusterStore, T> operation) {
        if (isReachable(process)) {
            var _ = operation.apply(store);
        }
    }

    private boolean isReachable(SimProcess process) {
        return world.now >= world.storeDownUntil && world.now >= process.storeCutUntil();
    }

    /** Breaks the rule that the mutation names. */
    private static final class MutatedStore extends InMemoryClusterStore {
        private final World world;

        MutatedStore(World world) {
            super(() -> world.now);
            this.world = world;
        }

        @Override
        protected boolean isEpochValid(long current, long used) {
            return world.is(Mutation.NO_FENCING) || super.isEpochValid(current, used);
        }

        @Override
        protected long grace() {
            return world.is(Mutation.NO_GRACE) ? 0 : super.grace();
        }

        @Override
        protected long trust() {
            return world.is(Mutation.NO_TRUST) ? 0 : super.trust();
        }

        @Override
        protected boolean isAdoptable(Row row, long version) {
            return world.is(Mutation.ADOPT_IGNORES_OWNER) || super.isAdoptable(row, version);
        }
    }
}
