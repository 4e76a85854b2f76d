package dev.mooring.auth.client;

import dev.mooring.mcp.Json;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tokens of one sign-in, with the endpoints that renew and revoke them, so that neither needs discovery.
 *
 * @param method how the client authenticates at the token endpoint
 * @param resource the resource indicator, exactly as published
 * @param requested the scopes of the last request
 * @param granted the scopes of the access token
 * @param identity names the principal; the same after a renewal
 */
record TokenGrant(
        String clientId,
        String method,
        URI tokenEndpoint,
        @Nullable URI revocationEndpoint,
        String resource,
        Set<String> requested,
        Set<String> granted,
        String accessToken,
        @Nullable String refreshToken,
        Instant obtainedAt,
        @Nullable Instant expiresAt,
        String identity,
        @Nullable String account) {
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(60);

    /** Returns when to renew the access token: some time before it expires. */
    Instant renewAt() {
        if (expiresAt == null) {
            return Instant.MAX;
        }
        Duration fifth = Duration.between(obtainedAt, expiresAt).dividedBy(5);
        return expiresAt.minus(fifth.compareTo(LONGEST_MARGIN) < 0 ? fifth : LONGEST_MARGIN);
    }

    TokenGrant withRefreshToken(String token) {
        return new TokenGrant(
                clientId,
                method,
                tokenEndpoint,
                revocationEndpoint,
                resource,
                requested,
                granted,
                accessToken,
                token,
                obtainedAt,
                expiresAt,
                identity,
                account);
    }

    boolean isExpiredAt(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object()
                .put("clientId", clientId)
                .put("method", method)
                .put("tokenEndpoint", tokenEndpoint.toString())
                .put("revocationEndpoint", revocationEndpoint == null ? null : revocationEndpoint.toString())
                .put("resource", resource)
                .put("requested", String.join(" ", requested))
                .put("granted", String.join(" ", granted))
                .put("accessToken", accessToken)
                .put("refreshToken", refreshToken);
        return json.put("obtainedAt", obtainedAt.toString())
                .put("expiresAt", expiresAt == null ? null : expiresAt.toString())
                .put("identity", identity)
                .put("account", account);
    }

    static @Nullable TokenGrant of(JsonNode json) {
        String clientId = Json.stringAt(json, "clientId");
        String method = Json.stringAt(json, "method");
        String tokenEndpoint = Json.stringAt(json, "tokenEndpoint");
        String revocationEndpoint = Json.stringAt(json, "revocationEndpoint");
        String resource = Json.stringAt(json, "resource");
        String accessToken = Json.stringAt(json, "accessToken");
        String identity = Json.stringAt(json, "identity");
        Instant obtainedAt = StoredSignIn.instant(json, "obtainedAt");
        if (clientId == null
                || method == null
                || tokenEndpoint == null
                || resource == null
                || accessToken == null
                || identity == null
                || obtainedAt == null) {
            return null;
        }
        return new TokenGrant(
                clientId,
                method,
                URI.create(tokenEndpoint),
                revocationEndpoint == null ? null : URI.create(revocationEndpoint),
                resource,
                Scopes.of(Json.stringAt(json, "requested")),
                Scopes.of(Json.stringAt(json, "granted")),
                accessToken,
                Json.stringAt(json, "refreshToken"),
                obtainedAt,
                StoredSignIn.instant(json, "expiresAt"),
                identity,
                Json.stringAt(json, "account"));
    }

    @Override
    public String toString() {
        return "TokenGrant[" + identity + "]";
    }
}
