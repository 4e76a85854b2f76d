package dev.mooring.auth.resource;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.Authentication;
import dev.mooring.mcp.server.http.Authenticator;
import dev.mooring.mcp.server.http.IncomingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** One endpoint: its identifier, its metadata (RFC 9728) and its challenges (RFC 6750). */
final class ProtectedEndpoint implements Authenticator {
    static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    private static final Logger LOG = LoggerFactory.getLogger(ProtectedEndpoint.class);
    private static final String BEARER = "Bearer ";

    private final ResourceServer server;
    private final String path;
    private final List<String> scopes;

    ProtectedEndpoint(ResourceServer server, String path, List<String> scopes) {
        this.server = server;
        this.path = path;
        this.scopes = List.copyOf(scopes);
    }

    String path() {
        return path;
    }

    /** Returns the resource identifier: the URL that clients use. */
    String resource() {
        return server.baseUrl() + path;
    }

    ObjectNode metadata() {
        ObjectNode json = Json.object().put("resource", resource());
        json.putArray("authorization_servers").add(server.issuer());
        if (!scopes.isEmpty()) {
            var supported = json.putArray("scopes_supported");
            scopes.forEach(supported::add);
        }
        json.putArray("bearer_methods_supported").add("header");
        server.resourceName().ifPresent(name -> json.put("resource_name", name));
        return json;
    }

    @Override
    public Authentication authenticate(IncomingRequest request) {
        if (!request.subPath().isEmpty()) {
            return new Authentication.Rejected(404, null, "no MCP endpoint at this path");
        }
        String token = bearer(request.header("Authorization"));
        if (token == null) {
            return new Authentication.Rejected(401, challenge(null, scopes), "token required");
        }
        Optional<AccessToken> valid;
        try {
            valid = server.validate(token).filter(this::accepts);
        } catch (TokenValidator.IssuerUnreachable e) {
            LOG.warn("Cannot check a token: {}", e.getMessage());
            return new Authentication.Rejected(503, null, "the authorization server cannot be reached");
        }
        return valid.map(this::decide)
                .orElseGet(() ->
                        new Authentication.Rejected(401, challenge("invalid_token", scopes), "the token is not valid"));
    }

    boolean accepts(AccessToken token) {
        String resource = resource();
        // Clients write the resource with and without the slash that a URL without a path gets.
        return token.audience().contains(resource) || token.audience().contains(resource + "/");
    }

    private Authentication decide(AccessToken token) {
        if (!scopes.isEmpty() && scopes.stream().noneMatch(token.scopes()::contains)) {
            return new Authentication.Rejected(
                    403, challenge("insufficient_scope", scopes), "the token has no scope of this server");
        }
        return new Authentication.Accepted(
                token.principal(),
                token.scopes(),
                token.displayName(),
                missing -> challenge("insufficient_scope", union(token.scopes(), missing)));
    }

    /** Returns the granted scopes and the missing one. A client that requests only the missing one would lose the others. */
    private List<String> union(Set<String> granted, String missing) {
        Set<String> all = new TreeSet<>(scopes.isEmpty() ? granted : Set.copyOf(scopes));
        all.retainAll(granted);
        all.add(missing);
        return new ArrayList<>(all);
    }

    private String challenge(@Nullable String error, List<String> needed) {
        String scope = needed.isEmpty() ? "" : needed.stream().collect(Collectors.joining(" ", ", scope=\"", "\""));
        return "Bearer " + (error == null ? "" : "error=\"" + error + "\", ") + "resource_metadata=\""
                + server.baseUrl() + WELL_KNOWN + path + "\"" + scope;
    }

    static @Nullable String bearer(@Nullable String header) {
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : null;
    }
}
