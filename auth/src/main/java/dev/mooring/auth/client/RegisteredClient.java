package dev.mooring.auth.client;

import java.security.PrivateKey;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A client that was registered with an authorization server in advance. Its text representation contains no secret.
 * Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class RegisteredClient {
    private final String id;
    private final @Nullable String secret;
    private final @Nullable PrivateKey key;
    private final @Nullable String keyId;
    private final @Nullable String issuer;

    private RegisteredClient(
            String id,
            @Nullable String secret,
            @Nullable PrivateKey key,
            @Nullable String keyId,
            @Nullable String issuer) {
        if (id.isBlank()) {
            throw new IllegalArgumentException("The client id must not be empty");
        }
        this.id = id;
        this.secret = secret;
        this.key = key;
        this.keyId = keyId;
        this.issuer = issuer;
    }

    /** Returns a public client, which has no secret. */
    public static RegisteredClient withoutSecret(String id) {
        return new RegisteredClient(id, null, null, null, null);
    }

    /** Returns a client that authenticates with a secret. */
    public static RegisteredClient withSecret(String id, String secret) {
        return new RegisteredClient(id, secret, null, null, null);
    }

    /**
     * Returns a client that authenticates with a signed JWT.
     *
     * @param pem an RSA or EC key in PKCS #8, as PEM
     * @param keyId the id of the key at the authorization server; null if it does not need one
     * @throws IllegalArgumentException if the key cannot be read
     */
    public static RegisteredClient withPrivateKey(String id, String pem, @Nullable String keyId) {
        return new RegisteredClient(id, null, PrivateKeys.fromPem(pem), keyId, null);
    }

    /**
     * Returns the same client, bound to the authorization server that it is registered with. A sign-in at another one
     * fails.
     */
    public RegisteredClient at(String newIssuer) {
        return new RegisteredClient(id, secret, key, keyId, newIssuer);
    }

    String id() {
        return id;
    }

    @Nullable
    String secret() {
        return secret;
    }

    @Nullable
    PrivateKey key() {
        return key;
    }

    @Nullable
    String keyId() {
        return keyId;
    }

    @Nullable
    String issuer() {
        return issuer;
    }

    @Override
    public String toString() {
        return "RegisteredClient[" + id + "]";
    }
}
