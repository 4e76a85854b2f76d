package dev.mooring.auth.client;

import dev.mooring.mcp.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A dynamic registration of this program with one authorization server. */
record ClientRegistration(
        String clientId,
        @Nullable String clientSecret,
        String method,
        String redirectUri,
        @Nullable Instant expiresAt) {
    ClientIdentity identity() {
        return new ClientIdentity(clientId, method, clientSecret, null, null);
    }

    boolean isValidAt(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object()
                .put("clientId", clientId)
                .put("clientSecret", clientSecret)
                .put("method", method)
                .put("redirectUri", redirectUri);
        return json.put("expiresAt", expiresAt == null ? null : expiresAt.toString());
    }

    static @Nullable ClientRegistration of(JsonNode json) {
        String clientId = Json.stringAt(json, "clientId");
        String method = Json.stringAt(json, "method");
        String redirectUri = Json.stringAt(json, "redirectUri");
        return clientId == null || method == null || redirectUri == null
                ? null
                : new ClientRegistration(
                        clientId,
                        Json.stringAt(json, "clientSecret"),
                        method,
                        redirectUri,
                        StoredSignIn.instant(json, "expiresAt"));
    }

    @Override
    public String toString() {
        return "ClientRegistration[" + clientId + "]";
    }
}
