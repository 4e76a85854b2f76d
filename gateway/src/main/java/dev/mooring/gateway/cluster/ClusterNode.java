package dev.mooring.gateway.cluster;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.OwnResult;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.ClusterClock;
import dev.mooring.handle.cluster.protocol.MintStep;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Replica;
import dev.mooring.handle.cluster.protocol.Routing;
import dev.mooring.handle.cluster.protocol.Routing.Origin;
import dev.mooring.handle.cluster.protocol.RoutingStep;
import dev.mooring.handle.cluster.protocol.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * This process as one replica of a cluster: drives the state machine {@link Replica} with the store and with HTTP.
 * Thread-safe. Close to leave the cluster.
 */
public final class ClusterNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);

    private final ClusterStore store;
    private final Consumer<Set<HandleKey>> onLost;
    private final ReplicaClient client;
    private final Replica replica = new Replica(ClusterClock.SYSTEM);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile @Nullable LeaseKeeper lease;
    private volatile String address = "";

    /** Creates a call for a replica. */
    @FunctionalInterface
    public interface CallFactory extends Function<Boolean, ForwardedCall> {
        /** @param isCertain whether the store names the replica */
        @Override
        ForwardedCall apply(Boolean isCertain);
    }

    /**
     * Creates a replica that has not joined the cluster.
     *
     * @param store not closed by this replica
     * @param onLost ends the sessions of handles that this replica has lost; called on a virtual thread
     */
    public ClusterNode(ClusterStore store, ClusterKey key, Consumer<Set<HandleKey>> onLost) {
        this.store = store;
        this.onLost = onLost;
        this.client = new ReplicaClient(key);
    }

    /**
     * Joins the cluster.
     *
     * @param ownAddress the address to which other replicas forward calls
     * @throws HandleStoreUnavailable if the store fails
     */
    public void join(String ownAddress) {
        address = ownAddress;
        var keeper = new LeaseKeeper(store, replica, ownAddress, threads, onLost);
        lease = keeper;
        keeper.start();
    }

    /** Returns this replica and the other replicas that it knows, ordered by number. */
    public List<ReplicaState> replicas() {
        List<ReplicaState> all = new ArrayList<>();
        replica.token()
                .ifPresent(token -> all.add(
                        new ReplicaState(token.replica(), address, true, replica.holdsLease(), replica.isDraining())));
        replica.peers()
                .forEach(peer -> all.add(new ReplicaState(peer.id(), peer.address(), false, true, peer.isDraining())));
        all.sort((one, other) -> Long.compare(one.id().number(), other.id().number()));
        return List.copyOf(all);
    }

    /** Returns the id of this replica, or empty before it has joined. */
    public Optional<ReplicaId> id() {
        return replica.token().map(FencingToken::replica);
    }

    /**
     * Finds the replica that serves a call. If it is another one, forwards the call and waits for its outcome.
     *
     * @param hint the hint in the id of the handle, or null if it is not known
     * @param caller receives the messages that the call sends before its result
     */
    public RoutingResult route(HandleKey key, @Nullable String hint, CallFactory call, ForwardedCaller caller)
            throws InterruptedException {
        var routing = new Routing(replica, key, hint, Origin.CLIENT);
        long deadline = System.nanoTime() + ClusterTimes.DECISION.toNanos();
        RoutingStep step = routing.start();
        while (true) {
            Duration timeout = Duration.ofNanos(deadline - System.nanoTime());
            if (step instanceof RoutingStep.Forward(Peer peer, boolean isCertain)) {
                if (!timeout.isPositive()) {
                    return tryAgain(NotSentReason.Reason.OWNER_UNREACHABLE);
                }
                switch (client.forward(peer, call.apply(isCertain), timeout, caller)) {
                    case ForwardOutcome.Accepted accepted -> {
                        return new RoutingResult.Forwarded(accepted);
                    }
                    case ForwardOutcome.Refused(NotSentReason notSentReason) -> step = routing.onRefused(notSentReason);
                    case ForwardOutcome.Unreachable(String reason) -> {
                        LOG.debug("A call is not forwarded: {}", reason);
                        step = routing.onUnreachable();
                    }
                }
            } else {
                RoutingResult routed = conclusion(step);
                if (routed != null) {
                    return routed;
                }
                step = askStore(routing, step, timeout);
            }
        }
    }

    /**
     * Decides whether this replica serves a call that another has forwarded.
     *
     * @param isCertain whether the store named this replica to the other
     */
    public RoutingResult routeForwarded(HandleKey key, boolean isCertain) throws InterruptedException {
        var routing = new Routing(replica, key, null, isCertain ? Origin.FORWARDED_BY_STORE : Origin.FORWARDED_BY_HINT);
        long deadline = System.nanoTime() + ClusterTimes.DECISION.toNanos();
        RoutingStep step = routing.start();
        RoutingResult routed = conclusion(step);
        while (routed == null) {
            step = askStore(routing, step, Duration.ofNanos(deadline - System.nanoTime()));
            routed = conclusion(step);
        }
        return routed;
    }

    private static @Nullable RoutingResult conclusion(RoutingStep step) {
        return switch (step) {
            case RoutingStep.Serve(Ticket ticket) -> new RoutingResult.Local(ticket);
            case RoutingStep.Conclude(NotSentReason notSentReason) -> new RoutingResult.NotSent(notSentReason);
            default -> null;
        };
    }

    private static RoutingResult tryAgain(NotSentReason.Reason reason) {
        return new RoutingResult.NotSent(new NotSentReason.TryAgain(reason));
    }

    private RoutingStep askStore(Routing routing, RoutingStep step, Duration timeout) throws InterruptedException {
        return switch (step) {
            case RoutingStep.AskStore(HandleKey key) ->
                ask(routing, timeout, () -> store.find(key), routing::onOwnership);
            case RoutingStep.Adopt(HandleKey key, long version, FencingToken token) ->
                ask(routing, timeout, () -> store.adopt(key, version, token), routing::onAdopted);
            case RoutingStep.Lose(HandleKey key, long version, ReplicaId owner) ->
                ask(routing, timeout, () -> store.lose(key, version, owner), _ -> routing.onLost());
            case RoutingStep.RevokeOverdue(FencingToken token) ->
                ask(routing, timeout, () -> store.revokeOverdue(token), routing::onRevoked);
            case RoutingStep.Serve _, RoutingStep.Conclude _, RoutingStep.Forward _ ->
                throw new IllegalArgumentException("Not a question to the store: " + step);
        };
    }

    /** Asks on another thread, because a connection to the database can take longer than a call may wait. */
    private <T> RoutingStep ask(
            Routing routing, Duration timeout, Supplier<T> question, Function<? super T, RoutingStep> next)
            throws InterruptedException {
        try {
            return next.apply(threads.submit(question::get).get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return routing.onStoreFailed();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof HandleStoreUnavailable)) {
                LOG.error("The store failed unexpectedly", e.getCause());
            }
            return routing.onStoreFailed();
        }
    }

    /** Admits a call to a handle that this replica owns and serves now. Returns empty if it may not. */
    public Optional<Ticket> admit(HandleKey key) {
        return new Routing(replica, key, null, Origin.FORWARDED_BY_HINT).start()
                        instanceof RoutingStep.Serve(Ticket ticket)
                ? Optional.of(ticket)
                : Optional.empty();
    }

    /** Returns whether a call can be sent; see {@link Replica#maySend}. */
    public boolean maySend(Ticket ticket) {
        return replica.maySend(ticket);
    }

    /** Returns whether the result of a call can be returned; see {@link Replica#mayAnswer}. */
    public boolean mayAnswer(Ticket ticket) {
        return replica.mayAnswer(ticket);
    }

    /** Ends a call. */
    public void finish(Ticket ticket) {
        replica.finish(ticket);
    }

    /**
     * Mints a handle that this replica owns.
     *
     * @param scope handles of the same scope share the limits
     */
    public NewHandle mint(String scope, HandleOwner caller, HandleLimits limits) {
        return switch (replica.mint()) {
            case MintStep.PassOn _ -> new NewHandle.Refused(NotSentReason.Reason.MOVING);
            case MintStep.Refuse(NotSentReason.Reason reason) -> new NewHandle.Refused(reason);
            case MintStep.Own(FencingToken token) -> own(scope, caller, limits, token);
        };
    }

    private NewHandle own(String scope, HandleOwner caller, HandleLimits limits, FencingToken token) {
        HandleId id = HandleId.random(token.replica().hint());
        HandleKey key = HandleKey.of(id);
        OwnResult result;
        try {
            result = store.own(key, scope, caller, limits, token);
        } catch (HandleStoreUnavailable e) {
            replica.onNotOwned(key);
            return new NewHandle.Refused(NotSentReason.Reason.STORE_UNREACHABLE);
        }
        return switch (result) {
            case OwnResult.Owned(long version) ->
                replica.onOwned(key, token, version)
                        .<NewHandle>map(ticket -> new NewHandle.Owned(id, ticket))
                        .orElseGet(() -> new NewHandle.Refused(NotSentReason.Reason.NO_LEASE));
            case OwnResult.LimitReached(var limit, int maximum) -> new NewHandle.LimitReached(limit, maximum);
            case OwnResult.Fenced _ -> new NewHandle.Refused(NotSentReason.Reason.NO_LEASE);
        };
    }

    /** Returns whether this replica takes new handles now. */
    public boolean takesNewHandles() {
        return replica.mint() instanceof MintStep.Own;
    }

    /** Forwards a call that needs a new handle to a replica that takes new handles. */
    public RoutingResult passOn(CallFactory call, ForwardedCaller caller) throws InterruptedException {
        return replica.mint() instanceof MintStep.PassOn(Peer peer)
                ? forwardTo(peer, call, caller)
                : tryAgain(NotSentReason.Reason.MOVING);
    }

    /** Sends a message to all other replicas, without waiting for its arrival. */
    public void broadcast(ObjectNode message) {
        threads.execute(() -> {
            LeaseKeeper keeper = lease;
            if (keeper != null) {
                keeper.renewNow(); // learns of replicas that have joined since the last renewal
            }
            replica.peers().forEach(peer -> client.broadcast(peer, message));
        });
    }

    /** Forwards a call to one replica, and to no other. */
    public RoutingResult forwardTo(ReplicaId id, CallFactory call, ForwardedCaller caller) throws InterruptedException {
        Peer peer = replica.peers().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElse(null);
        return peer == null ? new RoutingResult.NotSent(new NotSentReason.Unknown()) : forwardTo(peer, call, caller);
    }

    private RoutingResult forwardTo(Peer peer, CallFactory call, ForwardedCaller caller) throws InterruptedException {
        return switch (client.forward(peer, call.apply(true), ClusterTimes.DECISION, caller)) {
            case ForwardOutcome.Accepted accepted -> new RoutingResult.Forwarded(accepted);
            case ForwardOutcome.Refused(NotSentReason notSentReason) -> new RoutingResult.NotSent(notSentReason);
            case ForwardOutcome.Unreachable _ -> tryAgain(NotSentReason.Reason.OWNER_UNREACHABLE);
        };
    }

    /**
     * Records that the state behind a handle outlives this process; see {@link ClusterStore#markResumable}.
     *
     * @throws HandleStoreUnavailable if the store fails
     */
    public void markResumable(HandleKey key) {
        id().ifPresent(owner -> store.markResumable(key, owner));
    }

    /** Forgets a handle that has ended. The store learns of it soon. */
    public void end(HandleKey key) {
        if (replica.end(key)) {
            threads.execute(this::recordEnds);
        }
    }

    /** Tells the store of handles that have ended, so that they no longer count. */
    public void recordEnds() {
        LeaseKeeper keeper = lease;
        try {
            if (keeper != null) {
                keeper.recordEnds();
            }
        } catch (HandleStoreUnavailable e) {
            LOG.debug("Cannot record the end of a session now: {}", e.getMessage());
        }
    }

    /** Takes no new handles from now on, and tells the other replicas. */
    public void drain() {
        replica.drain();
        LeaseKeeper keeper = lease;
        if (keeper != null) {
            keeper.renewNow(); // tells the others
        }
    }

    /** Returns whether this replica takes no new handles. */
    public boolean isDraining() {
        return replica.isDraining();
    }

    /**
     * Leaves a handle to the next replica that is called with it. Returns false if calls are in flight, or the store fails.
     *
     * @param detach disconnects from the sessions behind the handle; called once no further calls are admitted
     */
    public boolean release(HandleKey key, Runnable detach) {
        OptionalLong version = replica.beginRelease(key);
        FencingToken token = replica.token().orElse(null);
        if (version.isEmpty() || token == null) {
            return false;
        }
        detach.run();
        try {
            boolean isReleased = store.release(key, version.getAsLong(), token);
            replica.onReleased(key);
            return isReleased;
        } catch (HandleStoreUnavailable e) {
            LOG.warn("A session cannot be passed on, so it is lost: {}", e.getMessage());
            return false;
        }
    }

    /**
     * Serves no more calls. The result of a call in flight then says that the call may or may not have happened, and does
     * not report the failure that the closing of its session causes.
     */
    public void stopServing() {
        var _ = replica.leave();
    }

    /** Leaves the cluster. Handles that were not released are lost, except resumable ones, which other replicas can adopt. */
    @Override
    public void close() {
        LeaseKeeper keeper = lease;
        if (keeper != null) {
            keeper.close();
        }
        replica.leave().ifPresent(token -> {
            try {
                recordEnds();
                store.leave(token);
            } catch (HandleStoreUnavailable e) {
                LOG.warn(
                        "Cannot leave the cluster: {} The other replicas revoke its handles when its lease has ended.",
                        e.getMessage());
            }
        });
        client.close();
        threads.shutdownNow();
    }
}
