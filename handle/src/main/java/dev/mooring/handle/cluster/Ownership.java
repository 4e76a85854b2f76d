package dev.mooring.handle.cluster;

import java.time.Instant;
import org.apiguardian.api.API;

/** The owner of a handle, as recorded in the store. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Ownership {

    /** The state of the owner's lease, on the clock of the store. */
    enum LeaseState {
        /** The owner can serve the handle. */
        LIVE,
        /** The lease has ended. The owner may come back. */
        ENDED,
        /** The lease ended more than {@link ClusterTimes#GRACE} ago: {@link ClusterStore#revokeOverdue} revokes the handle. */
        OVERDUE
    }

    /**
     * A replica owns the handle.
     *
     * @param version changes with each change of the owner
     */
    record Owned(Peer owner, LeaseState lease, long version) implements Ownership {}

    /** The owner has stopped and left the handle to the next replica that adopts it. */
    record Released(long version) implements Ownership {}

    /**
     * The state behind the handle is lost.
     *
     * @param at when the owner's lease ended, or when the owner reported the loss
     * @param replica the last owner
     */
    record Lost(Instant at, ReplicaId replica) implements Ownership {}

    /** The store has no such handle: it has ended, or never existed. */
    record Unknown() implements Ownership {}
}
