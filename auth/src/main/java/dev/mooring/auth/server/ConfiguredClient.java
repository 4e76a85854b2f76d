package dev.mooring.auth.server;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A client that the owner of the authorization server has registered.
 *
 * @param id the client id
 * @param name the name for people
 * @param redirectUris the redirect URIs. A loopback URI matches every port
 * @param secret the client secret; null for a client without one
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ConfiguredClient(
        String id,
        String name,
        List<String> redirectUris,
        @Nullable String secret) {
    /**
     * Checks the redirect URIs.
     *
     * @throws IllegalArgumentException if one of them is not allowed
     */
    public ConfiguredClient {
        redirectUris = List.copyOf(redirectUris);
        for (String uri : redirectUris) {
            if (!RedirectUris.isAcceptable(uri)) {
                throw new IllegalArgumentException("The redirect URI " + uri + " of the client " + id
                        + " is not allowed. Use https, http on loopback, or the scheme of an app.");
            }
        }
    }

    /** Returns the id and the name, without the secret. */
    @Override
    public String toString() {
        return name + " (" + id + ")";
    }
}
