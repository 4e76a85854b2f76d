package dev.mooring.gateway;

import dev.mooring.mcp.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if no session with an upstream server can be opened, or if the server cannot be listed. The message names server
 * and reason, without secrets.
 */
final class UpstreamUnavailable extends Exception {
    private final boolean needsSignIn;

    /** @param failure why a request to the server failed; null if none was sent */
    UpstreamUnavailable(String message, @Nullable Failure failure) {
        this(message, SignInRequests.isNeeded(failure));
    }

    UpstreamUnavailable(String message, boolean needsSignIn) {
        super(message);
        this.needsSignIn = needsSignIn;
    }

    /** Returns whether the server rejects the credentials of the account, or its lack of them. */
    boolean needsSignIn() {
        return needsSignIn;
    }
}
