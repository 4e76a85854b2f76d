package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.HandleKey;
import dev.mooring.handle.cluster.protocol.Routing;
import dev.mooring.handle.cluster.protocol.simulation.SimCall.Outcome;
import org.jspecify.annotations.Nullable;

/** A call at the replica that received it from its client. */
final class RoutedCall {
    final SimProcess process;
    final SimCall call;

    /** Null for a call that mints a handle. */
    final @Nullable Routing routing;

    /** The offer that the replica waits for. Replies to earlier offers are ignored. */
    int attempt;

    /** Whether the call may have been sent, so that its caller must not be told to try again without further knowledge. */
    boolean isCommitted;

    /** The offer that the replica has confirmed. A repeated message can lead to a second offer, which says nothing. */
    @Nullable
    OfferId confirmed;

    /** Whether the time for a decision has passed. */
    boolean isOverdue;

    boolean isDone;

    RoutedCall(SimProcess process, SimCall call, @Nullable Routing routing) {
        this.process = process;
        this.call = call;
        this.routing = routing;
    }

    void finish(Outcome outcome) {
        if (!isDone) {
            isDone = true;
            process.close(this);
            call.conversation.onOutcome(call, outcome, isCommitted);
        }
    }

    /** The handle that the call minted. */
    void minted(HandleKey key) {
        call.key = key;
    }
}
