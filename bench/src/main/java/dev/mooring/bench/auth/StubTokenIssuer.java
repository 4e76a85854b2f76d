package dev.mooring.bench.auth;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** An authorization server with the origin of the MCP server. It issues one token to every client. */
final class StubTokenIssuer extends Handler.Abstract {
    static final String TOKEN = "a-token-of-the-usual-length-".repeat(30);

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String origin = "http://" + request.getHttpURI().getAuthority();
        String body = switch (Request.getPathInContext(request)) {
            case "/.well-known/oauth-authorization-server" ->
                "{\"issuer\":\"" + origin + "\",\"token_endpoint\":\"" + origin
                        + "/token\",\"response_types_supported\":[\"code\"]}";
            case "/token" -> "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"Bearer\",\"expires_in\":86400}";
            default -> null;
        };
        if (body == null) {
            return false;
        }
        response.getHeaders().put("Content-Type", "application/json");
        Content.Sink.write(response, true, body, callback);
        return true;
    }
}
