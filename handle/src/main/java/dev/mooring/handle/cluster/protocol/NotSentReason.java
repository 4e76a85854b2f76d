package dev.mooring.handle.cluster.protocol;

import dev.mooring.handle.cluster.Ownership;
import dev.mooring.handle.cluster.ReplicaId;
import java.time.Instant;
import org.apiguardian.api.API;

/** The reason why a call is not sent. */
@API(status = API.Status.INTERNAL, since = "0.1")
public sealed interface NotSentReason {

    /** The cause of a delay. A later attempt may succeed. */
    enum Reason {
        /** The owner could not renew its lease. */
        NO_LEASE,
        /** The owner does not answer, and its handles are not revoked yet. */
        OWNER_UNREACHABLE,
        /** The store does not answer, and only it knows the owner. */
        STORE_UNREACHABLE,
        /** The handle is moving to another replica. */
        MOVING
    }

    /** The same call may succeed later. */
    record TryAgain(Reason reason) implements NotSentReason {}

    /** The state behind the handle is lost; see {@link Ownership.Lost}. */
    record Lost(Instant at, ReplicaId replica) implements NotSentReason {}

    /** No replica has the handle, and none has lost it: it has ended, or never existed. */
    record Unknown() implements NotSentReason {}

    /** The answer to a replica that forwarded a call by the hint in the handle's id: that replica must ask the store. */
    record NotHeld() implements NotSentReason {}
}
