package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;

/** The outcome of the selection of a handle for a request. */
sealed interface Selection {
    /**
     * The request uses this handle.
     *
     * @param isNew whether this request minted the handle, so that the model does not know it yet
     * @param others the number of other sessions that the caller may have meant, because nothing binds the request
     */
    record Selected(GatewayHandle handle, boolean isNew, int others) implements Selection {}

    /**
     * The request has no handle.
     *
     * @param message the reason, and what the caller can do
     * @param hasEnded whether the handle has ended, or never existed; otherwise a later request may find it
     */
    record Refused(String message, boolean hasEnded) implements Selection {}

    /** Another replica owns the handle, and has answered the request. */
    record Forwarded(Accepted outcome) implements Selection {}
}
