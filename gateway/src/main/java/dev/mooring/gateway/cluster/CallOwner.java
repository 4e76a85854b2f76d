package dev.mooring.gateway.cluster;

import dev.mooring.handle.cluster.protocol.NotSentReason;

/** Serves the calls that other replicas forward to this one. Thread-safe. */
@FunctionalInterface
public interface CallOwner {

    /** Decides whether this replica runs a call. Does not run it yet. */
    OfferReply offer(ForwardedCall call);

    /** The decision about a call. */
    sealed interface OfferReply {
        /** This replica does not run the call. */
        record Refused(NotSentReason notSentReason) implements OfferReply {}

        /** This replica runs the call once it is confirmed. */
        record Accepted(AcceptedCall call) implements OfferReply {}
    }

    /** A call that is not confirmed yet. Either {@link #run} or {@link #abandon} is called, once. */
    interface AcceptedCall {
        /** Runs the call. An interrupt cancels it. */
        ForwardOutcome.Accepted run(ForwardedCaller caller) throws InterruptedException;

        /** Forgets the call, which was not confirmed. */
        void abandon();
    }
}
