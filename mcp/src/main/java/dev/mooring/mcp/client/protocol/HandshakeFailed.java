package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Failure;

/** Thrown if a transport cannot connect or the handshake does not succeed. */
public final class HandshakeFailed extends Exception {
    private final transient Failure failure;

    /** Creates an exception with the message of the failure. */
    public HandshakeFailed(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /** Returns the reason. */
    public Failure failure() {
        return failure;
    }
}
