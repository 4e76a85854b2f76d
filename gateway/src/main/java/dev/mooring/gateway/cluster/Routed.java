package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.Ticket;
import dev.mooring.handle.cluster.Verdict;

/** Where a call runs. */
public sealed interface Routed {

    /** In this process. The caller finishes the ticket. */
    record Here(Ticket ticket) implements Routed {}

    /** In another replica, which has run it. */
    record Elsewhere(ForwardOutcome.Ran outcome) implements Routed {}

    /** Nowhere: it was not sent. */
    record Nowhere(Verdict verdict) implements Routed {}
}
