package dev.mooring.auth.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored registration and tokens for one server and one issuer.
 *
 * @param scopesForNextSignIn the scopes that the next sign-in requests, because the grant lacked some of them
 */
record StoredSignIn(
        String server,
        String issuer,
        Instant savedAt,
        @Nullable ClientRegistration registration,
        @Nullable TokenGrant grant,
        Set<String> scopesForNextSignIn) {

    static StoredSignIn empty(String server, String issuer) {
        return new StoredSignIn(server, issuer, Instant.EPOCH, null, null, Set.of());
    }

    StoredSignIn with(@Nullable TokenGrant newGrant) {
        return new StoredSignIn(
                server,
                issuer,
                Instant.now(),
                registration,
                newGrant,
                newGrant == null ? scopesForNextSignIn : Set.of());
    }

    StoredSignIn with(ClientRegistration newRegistration) {
        return new StoredSignIn(server, issuer, Instant.now(), newRegistration, grant, scopesForNextSignIn);
    }

    StoredSignIn withScopesForNextSignIn(Set<String> scopes) {
        return new StoredSignIn(server, issuer, savedAt, registration, grant, scopes);
    }

    String toJson() {
        ObjectNode json = Json.object()
                .put("server", server)
                .put("issuer", issuer)
                .put("savedAt", savedAt.toString())
                .put("wanted", String.join(" ", scopesForNextSignIn));
        if (registration != null) {
            json.set("registration", registration.toJson());
        }
        if (grant != null) {
            json.set("grant", grant.toJson());
        }
        return json.toString();
    }

    /** Returns null for a text that is not a stored sign-in. */
    static @Nullable StoredSignIn of(String text) {
        try {
            JsonNode json = Json.parse(text);
            String server = Json.stringAt(json, "server");
            String issuer = Json.stringAt(json, "issuer");
            Instant savedAt = instant(json, "savedAt");
            if (server == null || issuer == null || savedAt == null) {
                return null;
            }
            return new StoredSignIn(
                    server,
                    issuer,
                    savedAt,
                    json.has("registration") ? ClientRegistration.of(json.path("registration")) : null,
                    json.has("grant") ? TokenGrant.of(json.path("grant")) : null,
                    Scopes.of(Json.stringAt(json, "wanted")));
        } catch (MalformedJson | IllegalArgumentException e) {
            return null;
        }
    }

    static @Nullable Instant instant(JsonNode json, String field) {
        String text = Json.stringAt(json, field);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return "StoredSignIn[" + server + ", " + issuer + "]";
    }
}
