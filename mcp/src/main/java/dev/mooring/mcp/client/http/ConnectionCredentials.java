package dev.mooring.mcp.client.http;

import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.mcp.client.transport.Deadline;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of one connection. The first identity that the server accepts is the identity of the connection. A
 * later credential of another identity is not sent, since the server's session belongs to the first one.
 */
final class ConnectionCredentials {
    private final CredentialSource source;
    private final boolean hasSource;
    private final AtomicReference<@Nullable String> identity = new AtomicReference<>();

    ConnectionCredentials(CredentialSource source) {
        this.source = source;
        this.hasSource = !source.equals(CredentialSource.NONE);
    }

    /** Thrown if the source has a credential of another identity than that of the connection. */
    static final class IdentityChanged extends Exception {
        IdentityChanged() {
            super("the session belongs to an earlier sign-in, and the current sign-in has another identity");
        }
    }

    /** Returns the credential for a request; null for none. */
    @Nullable
    Credential current(Deadline deadline) throws CredentialsUnavailable, IdentityChanged, InterruptedException {
        if (!hasSource) {
            return null;
        }
        Credential credential;
        try (var _ = deadline.pause()) {
            credential = source.current();
        }
        String accepted = identity.get();
        if (accepted != null && credential != null && !accepted.equals(credential.identity())) {
            throw new IdentityChanged();
        }
        return credential;
    }

    /** Records that the server accepted a request with this credential. */
    void accepted(@Nullable Credential credential) {
        if (credential != null && identity.get() == null) {
            identity.compareAndSet(null, credential.identity());
        }
    }

    /** Returns whether the status is a challenge that the source may answer. */
    boolean isChallenge(int status) {
        return (status == 401 || status == 403) && hasSource;
    }

    /** Passes the challenge to the source. Returns whether to repeat the request. */
    boolean renew(
            ClassicHttpResponse response,
            @Nullable Credential rejected,
            int attempt,
            boolean inBackground,
            Deadline deadline)
            throws CredentialsUnavailable, InterruptedException {
        if (attempt >= Challenge.MAX_ATTEMPTS) {
            return false;
        }
        var challenge = new Challenge(response.getCode(), rejected, Challenges.of(response), attempt, inBackground);
        try (var _ = deadline.pause()) {
            return source.onChallenge(challenge);
        }
    }
}
