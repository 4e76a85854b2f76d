package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.protocol.Ticket;
import dev.mooring.handle.cluster.protocol.Verdict;

/** Where a call runs. */
public sealed interface RoutingResult {

    /** In this process. The caller finishes the ticket. */
    record Here(Ticket ticket) implements RoutingResult {}

    /** In another replica, which has run it. */
    record Elsewhere(ForwardOutcome.Ran outcome) implements RoutingResult {}

    /** Nowhere: it was not sent. */
    record Nowhere(Verdict verdict) implements RoutingResult {}
}
