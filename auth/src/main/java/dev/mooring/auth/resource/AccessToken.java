package dev.mooring.auth.resource;

import dev.mooring.mcp.server.DisplayName;
import java.time.Instant;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a valid access token, without the token itself.
 *
 * @param issuer the authorization server
 * @param subject the person, or the client that acts for itself; unique for the issuer only
 * @param name the person's name for display: the claim {@code name}, else {@code preferred_username}, else the subject
 * @param clientId the client; null if the token does not name it
 * @param clientName the client's name for display; null if the token does not have it
 * @param scopes the scopes that the token grants
 * @param audience the resources that the token is for
 * @param expires the time at which the token expires
 * @param grant the issuer's identifier of the consent; null if the token does not have it
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record AccessToken(
        String issuer,
        String subject,
        String name,
        @Nullable String clientId,
        @Nullable String clientName,
        Set<String> scopes,
        Set<String> audience,
        Instant expires,
        @Nullable String grant) {
    /** Copies the sets. */
    public AccessToken {
        scopes = Set.copyOf(scopes);
        audience = Set.copyOf(audience);
    }

    /**
     * Returns the identity of the caller: issuer and subject, separated by a space. Names in a token file contain no space,
     * so the two kinds of identities never collide.
     */
    public String principal() {
        return issuer + " " + subject;
    }

    /** Returns the names under which other people see the caller. */
    public DisplayName displayName() {
        return new DisplayName(name, clientName);
    }

    AccessToken withScopes(Set<String> newScopes) {
        return new AccessToken(issuer, subject, name, clientId, clientName, newScopes, audience, expires, grant);
    }
}
