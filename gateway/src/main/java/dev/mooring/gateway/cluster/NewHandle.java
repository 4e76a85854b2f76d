package dev.mooring.gateway.cluster;

import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleStore.Limit;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Ticket;

/** The result of minting a handle in a cluster. */
public sealed interface NewHandle {

    /** This replica owns a new handle. The caller finishes the ticket. */
    record Owned(HandleId id, Ticket ticket) implements NewHandle {}

    /** A limit across all replicas is reached. */
    record LimitReached(Limit limit, int maximum) implements NewHandle {}

    /** This replica takes no new handles now. */
    record Refused(NotSentReason.Reason reason) implements NewHandle {}
}
