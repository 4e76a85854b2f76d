package dev.mooring.mcp.client.credentials;

import org.apiguardian.api.API;

/**
 * Thrown if there is no credential for a request, so that it must not be sent or repeated. The message gives the reason and
 * the next step, without secrets. It becomes the message of the call's failure.
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
