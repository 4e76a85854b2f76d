package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.handle.cluster.protocol.Ticket;

/** The result of the routing of a call. */
public sealed interface RoutingResult {

    /** This process serves the call. The caller finishes the ticket. */
    record Local(Ticket ticket) implements RoutingResult {}

    /** Another replica has accepted the call. */
    record Forwarded(ForwardOutcome.Accepted outcome) implements RoutingResult {}

    /** The call was not sent. */
    record NotSent(NotSentReason notSentReason) implements RoutingResult {}
}
