package dev.mooring.bench.auth;

import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import org.jspecify.annotations.Nullable;

/** An authorization server with the origin of the MCP server. It issues one token to every client. */
final class StubTokenIssuer implements WebHandler {
    static final String TOKEN = "a-token-of-the-usual-length-".repeat(30);

    @Override
    public @Nullable WebResponse handle(WebRequest request) {
        String origin = "http://" + request.header("Host");
        String body = switch (request.path()) {
            case "/.well-known/oauth-authorization-server" ->
                "{\"issuer\":\"" + origin + "\",\"token_endpoint\":\"" + origin
                        + "/token\",\"response_types_supported\":[\"code\"]}";
            case "/token" -> "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"Bearer\",\"expires_in\":86400}";
            default -> null;
        };
        return body == null ? null : WebResponse.of(200, "application/json", body);
    }
}
