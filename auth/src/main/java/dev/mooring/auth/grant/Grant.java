package dev.mooring.auth.grant;

import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The access that a person has given to a client, for one protected resource. All tokens that come from one consent belong
 * to one grant. Revoking the grant ends them.
 *
 * @param id an identifier that is not secret
 * @param subject the person
 * @param clientId the client, as it identifies itself
 * @param clientName the client's name at the time of the consent
 * @param redirectUri where the authorization response was sent
 * @param resource the protected resource, which is the audience of the access tokens
 * @param scopes the scopes that the person granted
 * @param created when the person consented
 * @param used when the client last received an access token
 * @param expires when the grant ends unless the client uses it before
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Grant(
        String id,
        String subject,
        String clientId,
        String clientName,
        URI redirectUri,
        String resource,
        Set<String> scopes,
        Instant created,
        Instant used,
        Instant expires) {
    /** Copies the scopes. */
    public Grant {
        scopes = Set.copyOf(scopes);
    }

    /** Returns this grant after a use. */
    public Grant usedAt(Instant now, Instant newExpiry) {
        return new Grant(id, subject, clientId, clientName, redirectUri, resource, scopes, created, now, newExpiry);
    }
}
