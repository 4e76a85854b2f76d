package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.Peer;
import dev.mooring.handle.cluster.ReplicaId;
import org.apiguardian.api.API;

/** The next step of the driver of a {@link Routing}. */
@API(status = API.Status.INTERNAL, since = "0.1")
public sealed interface RoutingStep {

    /** Run the call in this process. The routing is complete. */
    record Serve(Ticket ticket) implements RoutingStep {}

    /** Call {@link ClusterStore#find}, then {@link Routing#onOwnership} or {@link Routing#onStoreFailed}. */
    record AskStore(HandleKey key) implements RoutingStep {}

    /** Call {@link ClusterStore#revokeOverdue}, then {@link Routing#onRevoked} or {@link Routing#onStoreFailed}. */
    record RevokeOverdue(FencingToken token) implements RoutingStep {}

    /** Call {@link ClusterStore#adopt}, then {@link Routing#onAdopted} or {@link Routing#onStoreFailed}. */
    record Adopt(HandleKey key, long version, FencingToken token) implements RoutingStep {}

    /** Call {@link ClusterStore#lose}, then {@link Routing#onLost} or {@link Routing#onStoreFailed}. */
    record Lose(HandleKey key, long version, ReplicaId owner) implements RoutingStep {}

    /**
     * Forward the call to another replica. With a recent {@linkplain Permits permit} of that replica, the driver sends the call,
     * which runs at once. Otherwise it offers the call. If that replica accepts, the routing is complete, and the driver
     * confirms the offer, so that the call runs. A replica that gets no answer to its offer confirms nothing, so that its caller
     * can safely try again, even if the other replica only was slow. If the call is refused or was not accepted, the driver
     * calls {@link Routing#onRefused} or {@link Routing#onUnreachable}.
     *
     * @param isCertain whether the store names that replica, so that its refusal is final; otherwise only the hint in the id
     *     names the replica
     */
    record Forward(Peer peer, boolean isCertain) implements RoutingStep {}

    /** Don't send the call. The routing is complete. */
    record Conclude(NotSentReason notSentReason) implements RoutingStep {}
}
