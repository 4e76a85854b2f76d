package dev.mooring.mcp.client.credentials;

import org.apiguardian.api.API;

/**
 * Thrown if a request cannot have credentials, so that it must not be sent or repeated. The message says why and what to
 * do next, without secrets. It becomes the message of the call's failure.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class CredentialsUnavailable extends Exception {
    /** Creates an exception. */
    public CredentialsUnavailable(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public CredentialsUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
