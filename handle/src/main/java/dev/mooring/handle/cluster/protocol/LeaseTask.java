package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.ReplicaId;
import org.apiguardian.api.API;

/** The next step to keep a replica's lease. */
@API(status = API.Status.INTERNAL, since = "0.1")
public sealed interface LeaseTask {

    /** Call {@link ClusterStore#join}, then {@link Replica#onJoined}. */
    record Join() implements LeaseTask {}

    /** Call {@link ClusterStore#renew}, then {@link Replica#onRenewed} or {@link Replica#onFenced}. */
    record Renew(FencingToken token, boolean isDraining) implements LeaseTask {}

    /** Call {@link ClusterStore#recover}, then {@link Replica#onRecovered}. */
    record Recover(ReplicaId replica) implements LeaseTask {}

    /** Wait, then call {@link Replica#leaseTask} again. */
    record Wait(long nanos) implements LeaseTask {}
}
