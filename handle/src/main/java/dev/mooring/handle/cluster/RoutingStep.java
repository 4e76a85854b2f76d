package dev.mooring.handle.cluster;

import dev.mooring.handle.HandleKey;
import org.apiguardian.api.API;

/** What the driver of a {@link Routing} does next. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface RoutingStep {

    /** Run the call in this process. The routing is complete. */
    record Serve(Ticket ticket) implements RoutingStep {}

    /** Call {@link ClusterStore#find}, then {@link Routing#onOwnership} or {@link Routing#onStoreFailed}. */
    record AskStore(HandleKey key) implements RoutingStep {}

    /** Call {@link ClusterStore#giveUp}, then {@link Routing#onGivenUp} or {@link Routing#onStoreFailed}. */
    record GiveUp() implements RoutingStep {}

    /** Call {@link ClusterStore#adopt}, then {@link Routing#onAdopted} or {@link Routing#onStoreFailed}. */
    record Adopt(HandleKey key, long version, FencingToken token) implements RoutingStep {}

    /** Call {@link ClusterStore#lose}, then {@link Routing#onLost} or {@link Routing#onStoreFailed}. */
    record Lose(HandleKey key, long version, ReplicaId owner) implements RoutingStep {}

    /**
     * Offer the call to another replica. If that replica accepts, the routing is complete, and the driver tells the replica to
     * run the call. Otherwise call {@link Routing#onRefused} or {@link Routing#onUnreachable}.
     *
     * @param isCertain whether the store names that replica, so that the replica must settle the case; otherwise the hint in the
     *     id names it
     */
    record Forward(Peer peer, boolean isCertain) implements RoutingStep {}

    /** Don't send the call. The routing is complete. */
    record Conclude(Verdict verdict) implements RoutingStep {}
}
