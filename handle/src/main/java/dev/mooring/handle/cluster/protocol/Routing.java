package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.ClusterTimes;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.Ownership;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.NotSentReason.Reason;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Decides which replica serves one call, step by step. The driver carries out each step and reports its result, until the step
 * is {@link RoutingStep.Serve} or {@link RoutingStep.Conclude}, or another replica has accepted the call. If that takes longer than
 * {@link ClusterTimes#DECISION}, the driver abandons the routing and tells the caller to try again: nothing was sent. Not
 * thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Routing {
    /** Limit on the queries of one call. The store's answer can be out of date when it arrives. */
    private static final int MAX_QUERIES = 4;

    /** The origin of a call. */
    public enum Origin {
        /** From a client of this replica. */
        CLIENT,
        /** From a replica that has only seen the hint in the id. */
        FORWARDED_BY_HINT,
        /** From a replica that has asked the store. */
        FORWARDED_BY_STORE
    }

    private final Replica replica;
    private final HandleKey key;
    private final @Nullable String hint;
    private final Origin origin;
    private int queries;
    private @Nullable Peer tried;
    private boolean isTriedCertain;
    private boolean isTriedUnreachable;

    /** The token at the time of the last query. If the replica has a newer token, the answer may be out of date. */
    private @Nullable FencingToken queryToken;

    private @Nullable FencingToken adoptionToken;
    private long adoptionVersion;

    /** @param hint the hint in the id of the handle, or null if the id has none */
    public Routing(Replica replica, HandleKey key, @Nullable String hint, Origin origin) {
        this.replica = replica;
        this.key = key;
        this.hint = hint;
        this.origin = origin;
    }

    /** Returns the first step. */
    public RoutingStep start() {
        return switch (replica.admit(key)) {
            case AdmissionDecision.Admitted(Ticket ticket) -> new RoutingStep.Serve(ticket);
            case AdmissionDecision.Deferred(Reason reason) -> tryAgain(reason);
            case AdmissionDecision.NotHeld _ -> startElsewhere();
        };
    }

    private RoutingStep startElsewhere() {
        if (origin == Origin.FORWARDED_BY_HINT) {
            return conclude(new NotSentReason.NotHeld());
        }
        Peer hinted = origin == Origin.CLIENT && hint != null ? replica.peerWithHint(hint) : null;
        return hinted == null ? askStore() : forward(hinted, false);
    }

    private RoutingStep askStore() {
        queryToken = replica.token().orElse(null);
        return ++queries > MAX_QUERIES ? tryAgain(Reason.MOVING) : new RoutingStep.AskStore(key);
    }

    private RoutingStep forward(Peer peer, boolean isCertain) {
        tried = peer;
        isTriedCertain = isCertain;
        return new RoutingStep.Forward(peer, isCertain);
    }

    private static RoutingStep tryAgain(Reason reason) {
        return conclude(new NotSentReason.TryAgain(reason));
    }

    private static RoutingStep conclude(NotSentReason notSentReason) {
        return new RoutingStep.Conclude(notSentReason);
    }

    /** Continues with the store's answer. */
    public RoutingStep onOwnership(Ownership ownership) {
        // Another call of this replica may have adopted the handle since the store answered.
        return switch (replica.admit(key)) {
            case AdmissionDecision.Admitted(Ticket ticket) -> new RoutingStep.Serve(ticket);
            case AdmissionDecision.Deferred(Reason reason) -> tryAgain(reason);
            case AdmissionDecision.NotHeld _ -> continueElsewhere(ownership);
        };
    }

    private RoutingStep continueElsewhere(Ownership ownership) {
        return switch (ownership) {
            case Ownership.Owned owned when replica.isSelf(owned.owner().id()) -> onOwnedBySelf(owned);
            case Ownership.Owned owned -> {
                replica.abandonAdoption(key, owned.version());
                yield onOwnedByOther(owned);
            }
            case Ownership.Released(long version) -> onReleased(version);
            case Ownership.Lost(var at, ReplicaId last) -> {
                replica.abandonAdoption(key, Long.MAX_VALUE);
                yield conclude(new NotSentReason.Lost(at, last));
            }
            case Ownership.Unknown _ -> {
                replica.abandonAdoption(key, Long.MAX_VALUE);
                yield conclude(new NotSentReason.Unknown());
            }
        };
    }

    /** The store names this replica, which does not have the handle: an adoption whose outcome was unknown, or a loss. */
    private RoutingStep onOwnedBySelf(Ownership.Owned owned) {
        if (queryToken != null && replica.completeAdoption(key, owned.version(), queryToken)) {
            return start();
        }
        return replica.isAdopting(key)
                ? tryAgain(Reason.MOVING)
                : new RoutingStep.Lose(key, owned.version(), owned.owner().id());
    }

    private RoutingStep onOwnedByOther(Ownership.Owned owned) {
        return switch (owned.lease()) {
            case LIVE -> onLiveOwner(owned.owner());
            case ENDED -> tryAgain(Reason.OWNER_UNREACHABLE);
            case OVERDUE ->
                replica.token()
                        .<RoutingStep>map(RoutingStep.RevokeOverdue::new)
                        .orElseGet(() -> tryAgain(Reason.OWNER_UNREACHABLE));
        };
    }

    private RoutingStep onLiveOwner(Peer owner) {
        if (origin != Origin.CLIENT) {
            return tryAgain(Reason.MOVING); // a forwarded call is not forwarded again
        }
        boolean wasTried = tried != null && tried.id().equals(owner.id());
        return wasTried && (isTriedCertain || isTriedUnreachable)
                ? tryAgain(Reason.OWNER_UNREACHABLE)
                : forward(owner, true);
    }

    private RoutingStep onReleased(long version) {
        if (replica.isDraining()) {
            Peer next = origin == Origin.CLIENT ? replica.anotherPeer() : null;
            return next == null || isTriedCertain ? tryAgain(Reason.MOVING) : forward(next, true);
        }
        adoptionToken = replica.beginAdoption(key, version);
        adoptionVersion = version;
        return adoptionToken == null ? tryAgain(Reason.NO_LEASE) : new RoutingStep.Adopt(key, version, adoptionToken);
    }

    /** Continues after an attempt to adopt the handle. */
    public RoutingStep onAdopted(boolean isAdopted) {
        return isAdopted && adoptionToken != null && replica.completeAdoption(key, adoptionVersion + 1, adoptionToken)
                ? start()
                : askStore(); // another replica, or another call of this one, was faster
    }

    /**
     * Continues after the store was asked to revoke overdue handles.
     *
     * @param isRevoked false if this replica may not revoke handles yet
     */
    public RoutingStep onRevoked(boolean isRevoked) {
        return isRevoked ? askStore() : tryAgain(Reason.OWNER_UNREACHABLE);
    }

    /** Continues after the loss of the handle was reported, or the version was out of date. */
    public RoutingStep onLost() {
        return askStore();
    }

    /** Ends the routing because the store failed. */
    public RoutingStep onStoreFailed() {
        return tryAgain(Reason.STORE_UNREACHABLE);
    }

    /** Continues after another replica has refused the call without running it. */
    public RoutingStep onRefused(NotSentReason notSentReason) {
        if (!(notSentReason instanceof NotSentReason.NotHeld)) {
            return conclude(notSentReason);
        }
        return isTriedCertain ? tryAgain(Reason.MOVING) : askStore();
    }

    /** Continues after another replica did not answer the offer. */
    public RoutingStep onUnreachable() {
        isTriedUnreachable = true;
        return isTriedCertain ? tryAgain(Reason.OWNER_UNREACHABLE) : askStore();
    }
}
