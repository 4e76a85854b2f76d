package dev.mooring.auth.grant;

import java.time.Instant;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A client that has registered itself (RFC 7591).
 *
 * @param id the client id
 * @param digest a hash of the registered content; equal for registrations with the same content
 * @param name the name that the client has given itself
 * @param redirectUris the redirect URIs, exactly as registered
 * @param created when the client registered
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record StoredClient(String id, String digest, String name, List<String> redirectUris, Instant created) {
    /** Copies the redirect URIs. */
    public StoredClient {
        redirectUris = List.copyOf(redirectUris);
    }
}
