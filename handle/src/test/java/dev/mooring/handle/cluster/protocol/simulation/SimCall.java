package dev.mooring.handle.cluster.protocol.simulation;

import dev.mooring.handle.HandleKey;
import org.jspecify.annotations.Nullable;

/** One call of a client, with what its caller was told. */
final class SimCall {
    /** The answer to the caller. */
    enum Outcome {
        ANSWERED,
        /** Nothing was sent. The same call can be repeated. */
        TRY_AGAIN,
        /** Nothing was sent. The state is lost. */
        LOST,
        /** Nothing was sent. There is no such handle. */
        UNKNOWN,
        /** Nothing was sent. No new handle now. */
        REFUSED,
        MAY_HAVE_HAPPENED
    }

    final long number;
    final Conversation conversation;

    /** Null for the first call, which mints a handle. */
    @Nullable
    HandleKey key;

    final long startedAt;
    boolean hasRun;

    @Nullable
    Outcome outcome;

    SimCall(long number, Conversation conversation, @Nullable HandleKey key, long startedAt) {
        this.number = number;
        this.conversation = conversation;
        this.key = key;
        this.startedAt = startedAt;
    }

    @Override
    public String toString() {
        return "call " + number + (key == null ? "" : " of " + key);
    }
}
