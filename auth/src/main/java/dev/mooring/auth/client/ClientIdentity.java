package dev.mooring.auth.client;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.mooring.auth.discovery.OAuthFailed;
import java.security.PrivateKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client id of this program at one authorization server, with its authentication.
 *
 * @param method the authentication method at the token endpoint, such as {@code client_secret_basic}
 */
record ClientIdentity(
        String id,
        String method,
        @Nullable String secret,
        @Nullable PrivateKey key,
        @Nullable String keyId) {
    static final String NONE = ClientAuthenticationMethod.NONE.getValue();
    static final String BASIC = ClientAuthenticationMethod.CLIENT_SECRET_BASIC.getValue();
    static final String POST = ClientAuthenticationMethod.CLIENT_SECRET_POST.getValue();
    private static final String PRIVATE_KEY = ClientAuthenticationMethod.PRIVATE_KEY_JWT.getValue();

    static ClientIdentity withoutSecret(String id) {
        return new ClientIdentity(id, NONE, null, null, null);
    }

    /** Returns the identity of a configured client, with the first authentication method that the server supports. */
    static ClientIdentity of(RegisteredClient client, @Nullable List<ClientAuthenticationMethod> supported) {
        if (client.key() != null) {
            return new ClientIdentity(client.id(), PRIVATE_KEY, null, client.key(), client.keyId());
        }
        String secret = client.secret();
        return secret == null
                ? withoutSecret(client.id())
                : new ClientIdentity(client.id(), secretMethod(supported), secret, null, null);
    }

    static String secretMethod(@Nullable List<ClientAuthenticationMethod> supported) {
        boolean postOnly = supported != null
                && supported.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                && !supported.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        return postOnly ? POST : BASIC;
    }

    /** Returns the authentication for one request; null for a client without secret. */
    @Nullable
    ClientAuthentication authentication(String issuer) throws OAuthFailed {
        ClientID clientId = new ClientID(id);
        if (key != null) {
            try {
                return new PrivateKeyJWT(
                        new JWTAuthenticationClaimsSet(clientId, new Audience(issuer)),
                        PrivateKeys.algorithm(key),
                        key,
                        keyId,
                        null);
            } catch (JOSEException e) {
                throw new OAuthFailed("Cannot sign with the private key of the client: " + e.getMessage());
            }
        }
        if (secret == null || method.equals(NONE)) {
            return null;
        }
        return method.equals(POST)
                ? new ClientSecretPost(clientId, new Secret(secret))
                : new ClientSecretBasic(clientId, new Secret(secret));
    }

    @Override
    public String toString() {
        return "ClientIdentity[" + id + "]";
    }
}
