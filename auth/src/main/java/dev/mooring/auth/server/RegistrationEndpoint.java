package dev.mooring.auth.server;

import dev.mooring.auth.grant.StoredClient;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Registers clients (RFC 7591). Everyone may register, so the number of stored clients is bounded: a registration with known
 * content returns the existing client, each address has a rate limit, and the oldest clients without a grant are removed.
 */
final class RegistrationEndpoint {
    static final int MAX_PER_ADDRESS = 30;
    static final int MAX_UNUSED = 1_000;

    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int MAX_BODY = 32 * 1024;
    private static final int MAX_REDIRECT_URIS = 20;

    private final ServerContext context;
    private final RateLimit limit = new RateLimit(MAX_PER_ADDRESS, WINDOW);

    RegistrationEndpoint(ServerContext context) {
        this.context = context;
    }

    WebResponse handle(WebRequest request) throws IOException {
        if (!limit.tryAcquire(request.clientAddress())) {
            return error(429, "temporarily_unavailable", "Too many registrations. Try again in ten minutes.")
                    .with("Retry-After", String.valueOf(WINDOW.toSeconds()));
        }
        String type = request.header("Content-Type");
        if (type == null || !type.strip().regionMatches(true, 0, "application/json", 0, 16)) {
            return error(415, "invalid_client_metadata", "Content-Type must be application/json");
        }
        ObjectNode metadata = parse(request.body(MAX_BODY));
        if (metadata == null) {
            return error(400, "invalid_client_metadata", "The body must be a JSON object");
        }
        List<String> redirectUris = redirectUris(metadata.path("redirect_uris"));
        if (redirectUris == null) {
            return error(
                    400,
                    "invalid_redirect_uri",
                    "redirect_uris must contain 1 to " + MAX_REDIRECT_URIS
                            + " URIs: https, http on loopback, or the scheme of an app");
        }
        String given = Json.stringAt(metadata, "client_name");
        String name = given == null ? "" : Client.displayName(given);
        if (name.isBlank()) {
            URI first = URI.create(redirectUris.getFirst());
            name = RedirectUris.host(first);
        }
        StoredClient client = context.store()
                .register(
                        new StoredClient(
                                RandomSecrets.create(), digest(name, redirectUris), name, redirectUris, context.now()),
                        MAX_UNUSED);
        return OAuthMessages.notStored(WebResponse.json(201, answer(client, redirectUris)));
    }

    private static @Nullable ObjectNode parse(byte[] body) {
        try {
            return Json.parse(body) instanceof ObjectNode object ? object : null;
        } catch (MalformedJson e) {
            return null;
        }
    }

    private static @Nullable List<String> redirectUris(JsonNode array) {
        List<String> uris = new ArrayList<>();
        for (JsonNode item : array) {
            if (!item.isString() || !RedirectUris.isAcceptable(item.stringValue())) {
                return null;
            }
            uris.add(item.stringValue());
        }
        return uris.isEmpty() || uris.size() > MAX_REDIRECT_URIS ? null : uris;
    }

    /** Returns the digest of a client. Ignores loopback ports, because a native app chooses a new one each time. */
    private static String digest(String name, List<String> redirectUris) {
        return RandomSecrets.hash(name + "\n"
                + String.join(
                        "\n",
                        redirectUris.stream()
                                .map(URI::create)
                                .map(RedirectUris::withoutPort)
                                .sorted()
                                .toList()));
    }

    private static ObjectNode answer(StoredClient client, List<String> redirectUris) {
        ObjectNode json = Json.object()
                .put("client_id", client.id())
                .put("client_id_issued_at", client.created().getEpochSecond())
                .put("client_name", client.name());
        ArrayNode uris = json.putArray("redirect_uris");
        redirectUris.forEach(uris::add);
        json.putArray("grant_types").add("authorization_code").add("refresh_token");
        json.putArray("response_types").add("code");
        return json.put("token_endpoint_auth_method", "none");
    }

    private static WebResponse error(int status, String code, String description) {
        return OAuthMessages.notStored(
                WebResponse.json(status, Json.object().put("error", code).put("error_description", description)));
    }
}
