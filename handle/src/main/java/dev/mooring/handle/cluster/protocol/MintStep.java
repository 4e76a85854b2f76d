package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.ClusterStore;
import dev.mooring.handle.cluster.FencingToken;
import dev.mooring.handle.cluster.Peer;
import org.apiguardian.api.API;

/** The next step of the driver for a call that needs a new handle. */
@API(status = API.Status.INTERNAL, since = "0.1")
public sealed interface MintStep {

    /** Call {@link ClusterStore#own} with this token, then {@link Replica#onOwned} or {@link Replica#onNotOwned}. */
    record Own(FencingToken token) implements MintStep {}

    /** Pass the call on to a replica that takes new handles. */
    record PassOn(Peer peer) implements MintStep {}

    /** Refuse the call: this replica takes no new handles, and knows no other that does. */
    record Refuse(NotSentReason.Reason reason) implements MintStep {}
}
