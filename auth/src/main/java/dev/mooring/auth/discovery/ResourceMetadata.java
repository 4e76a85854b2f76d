package dev.mooring.auth.discovery;

import dev.mooring.mcp.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Protected resource metadata (RFC 9728).
 *
 * @param resource the identifier of the resource, exactly as published
 * @param authorizationServers the issuers that the resource accepts tokens of
 * @param scopes the scopes that the resource supports; null if the metadata does not list them
 */
public record ResourceMetadata(
        String resource,
        List<String> authorizationServers,
        @Nullable List<String> scopes) {
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    public ResourceMetadata {
        authorizationServers = List.copyOf(authorizationServers);
        scopes = scopes == null ? null : List.copyOf(scopes);
    }

    /**
     * Reads the metadata of a server: from the address in its challenge, else at the path of the server, else at the
     * root.
     *
     * @param fromChallenge the {@code resource_metadata} parameter of the challenge; null if it has none
     * @return null if the server publishes none
     */
    public static @Nullable ResourceMetadata discover(OAuthHttp http, URI server, @Nullable String fromChallenge)
            throws OAuthFailed, InterruptedException {
        for (URI address : addresses(server, fromChallenge)) {
            ObjectNode json = http.getJson(address);
            if (json != null) {
                return parse(json, server);
            }
        }
        return null;
    }

    private static List<URI> addresses(URI server, @Nullable String fromChallenge) throws OAuthFailed {
        List<URI> addresses = new ArrayList<>();
        if (fromChallenge != null) {
            URI named = Addresses.secure("address of the resource metadata", fromChallenge, server);
            if (!Addresses.isSameOrigin(server, named)) {
                throw new OAuthFailed("The server names resource metadata of another origin (" + Addresses.origin(named)
                        + "), so the sign-in is refused");
            }
            addresses.add(named);
        }
        String origin = Addresses.origin(server);
        String path = Addresses.path(server);
        if (!path.isEmpty()) {
            addresses.add(URI.create(origin + WELL_KNOWN + path));
        }
        addresses.add(URI.create(origin + WELL_KNOWN));
        return addresses;
    }

    private static ResourceMetadata parse(ObjectNode json, URI server) throws OAuthFailed {
        String resource = Json.stringAt(json, "resource");
        if (resource == null || !identifies(resource, server)) {
            throw new OAuthFailed("The resource metadata of " + Addresses.canonical(server)
                    + " is for another resource (" + Addresses.printable(resource) + "), so the sign-in is refused");
        }
        return new ResourceMetadata(
                resource,
                strings(json.path("authorization_servers")),
                json.has("scopes_supported") ? strings(json.path("scopes_supported")) : null);
    }

    /** Returns whether a resource is the server, or contains it: same origin, and the server's path is below its path. */
    private static boolean identifies(String resource, URI server) {
        URI uri;
        try {
            uri = URI.create(resource);
        } catch (IllegalArgumentException e) {
            return false;
        }
        String path = Addresses.path(uri);
        String serverPath = Addresses.path(server);
        return Addresses.isSameOrigin(uri, server)
                && uri.getFragment() == null
                && (serverPath.equals(path) || serverPath.startsWith(path + "/"));
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(item -> {
            if (item.isString()) {
                strings.add(item.stringValue());
            }
        });
        return strings;
    }
}
