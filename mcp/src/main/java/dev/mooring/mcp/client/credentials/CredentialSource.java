package dev.mooring.mcp.client.credentials;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The source of a connection's credentials. The HTTP client queries it before every request, and reports the challenge
 * of a server that rejects a request. Any number of threads may call it. The time that a call spends in this source does
 * not count towards the timeout of that call.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface CredentialSource {
    /** The source for a server without credentials, or with credentials in configured headers. */
    CredentialSource NONE = () -> null;

    /**
     * Returns the credential for the next request, or null to send the request without one. Called for every request, so
     * it must be fast while the credential is valid.
     *
     * @throws CredentialsUnavailable if the request must not be sent
     */
    @Nullable
    Credential current() throws CredentialsUnavailable, InterruptedException;

    /**
     * Reacts to a rejected request. Returns whether to repeat the request with {@link #current}. The client repeats a
     * request at most {@link Challenge#MAX_ATTEMPTS} times.
     *
     * @throws CredentialsUnavailable if the request fails; its message becomes that of the failure
     */
    default boolean onChallenge(Challenge challenge) throws CredentialsUnavailable, InterruptedException {
        return false;
    }
}
