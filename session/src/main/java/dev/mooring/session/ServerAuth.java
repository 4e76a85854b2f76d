package dev.mooring.session;

import java.net.URI;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the sign-in to a remote server. The text representation contains no secret.
 *
 * @param subject who signs in
 * @param clientId the id of a client that is registered in advance; null if no client is registered
 * @param clientSecret the secret of that client; null if it has none
 * @param privateKey the key of that client in PKCS #8, as PEM; null if it has none
 * @param keyId the id of that key; null if it has none
 * @param issuer the authorization server that the client is registered with; null for the one that the server names
 * @param scopes the scopes to request; null for those that the server names
 * @param clientMetadata the address of a client metadata document; null if none is configured
 * @param redirect the loopback address for the response to a sign-in; null for any free port
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ServerAuth(
        Subject subject,
        @Nullable String clientId,
        @Nullable String clientSecret,
        @Nullable String privateKey,
        @Nullable String keyId,
        @Nullable String issuer,
        @Nullable List<String> scopes,
        @Nullable URI clientMetadata,
        @Nullable URI redirect) {

    /** Who signs in to a server. */
    public enum Subject {
        /** Nobody: the server needs no credentials, or they are in its headers. */
        NOBODY,
        /** A person, with a browser. */
        PERSON,
        /** The program itself, with the credentials of its client. */
        PROGRAM
    }

    /** Nobody signs in. */
    public static final ServerAuth NONE = of(Subject.NOBODY);

    /** A person signs in if the server asks for it. */
    public static final ServerAuth ON_DEMAND = of(Subject.PERSON);

    private static ServerAuth of(Subject subject) {
        return new ServerAuth(subject, null, null, null, null, null, null, null, null);
    }

    @Override
    public String toString() {
        return "ServerAuth[" + subject + (clientId == null ? "" : ", client " + clientId) + "]";
    }
}
