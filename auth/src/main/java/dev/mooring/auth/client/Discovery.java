package dev.mooring.auth.client;

import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.DiscoveredServer;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import dev.mooring.auth.discovery.ResourceMetadata;
import dev.mooring.mcp.client.credentials.Challenge;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authorization server, the resource indicator and the scopes for a sign-in to a server.
 *
 * @param resource the resource indicator
 * @param scopes the scopes that a first sign-in should request; empty to omit them
 */
record Discovery(DiscoveredServer authorizationServer, String resource, Set<String> scopes) {

    /**
     * Finds the authorization server of a server, in the order of the specification.
     *
     * @param challenge the Bearer challenge of the server; null if the server sent no challenge
     * @param preferredIssuer chosen if the server names several authorization servers; null for the first one
     */
    static Discovery of(
            OAuthHttp http, URI server, Challenge.@Nullable Scheme challenge, @Nullable String preferredIssuer)
            throws OAuthFailed, InterruptedException {
        Addresses.secure("server", Addresses.origin(server), server);
        ResourceMetadata resource = ResourceMetadata.discover(
                http, server, challenge == null ? null : challenge.parameter("resource_metadata"));
        Set<String> challenged = Scopes.of(challenge == null ? null : challenge.parameter("scope"));
        if (resource == null) {
            return new Discovery(DiscoveredServer.atOriginOf(http, server), Addresses.canonical(server), challenged);
        }
        List<String> issuers = resource.authorizationServers();
        DiscoveredServer authorizationServer = issuers.isEmpty()
                ? DiscoveredServer.atOriginOf(http, server)
                : DiscoveredServer.discover(
                        http,
                        preferredIssuer != null && issuers.contains(preferredIssuer)
                                ? preferredIssuer
                                : issuers.getFirst(),
                        server);
        List<String> supported = resource.scopes();
        return new Discovery(
                authorizationServer,
                resource.resource(),
                challenged.isEmpty() && supported != null ? Scopes.union(supported, List.of()) : challenged);
    }
}
