package dev.mooring.auth.discovery;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import dev.mooring.mcp.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authorization server with its validated metadata.
 *
 * @param issuer its identifier, exactly as published
 * @param metadata its published metadata; for a server of revision 2025-03-26 without metadata, the default endpoints
 * @param supportsMetadataDocuments whether a client may identify itself with the address of a metadata document
 */
public record DiscoveredServer(String issuer, AuthorizationServerMetadata metadata, boolean supportsMetadataDocuments) {
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    /** Reads the metadata of an issuer, by RFC 8414 and then by OpenID Connect Discovery. */
    public static DiscoveredServer discover(OAuthHttp http, String issuer, URI server)
            throws OAuthFailed, InterruptedException {
        URI address = Addresses.secure("authorization server", issuer, server);
        ObjectNode json = firstOf(http, address);
        if (json == null) {
            throw new OAuthFailed("The authorization server " + issuer + " publishes no metadata");
        }
        String published = Json.stringAt(json, "issuer");
        if (!issuer.equals(published)) {
            throw wrongIssuer(issuer, published);
        }
        return checked(issuer, json, server);
    }

    /**
     * Finds the authorization server of a server without resource metadata, by the rules of revision 2025-03-26: it has
     * the server's origin, and default endpoints if it publishes no metadata.
     */
    public static DiscoveredServer atOriginOf(OAuthHttp http, URI server) throws OAuthFailed, InterruptedException {
        String origin = Addresses.origin(server);
        URI address = Addresses.secure("server", origin, server);
        ObjectNode json = firstOf(http, address);
        if (json == null) {
            var metadata = new AuthorizationServerMetadata(new Issuer(origin));
            metadata.setAuthorizationEndpointURI(URI.create(origin + "/authorize"));
            metadata.setTokenEndpointURI(URI.create(origin + "/token"));
            metadata.setRegistrationEndpointURI(URI.create(origin + "/register"));
            // The revision requires PKCE of every server.
            metadata.setCodeChallengeMethods(List.of(CodeChallengeMethod.S256));
            return new DiscoveredServer(origin, metadata, false);
        }
        String published = Json.stringAt(json, "issuer");
        if (published == null || !(published.equals(origin) || published.equals(origin + "/"))) {
            throw wrongIssuer(origin, published);
        }
        return checked(published, json, server);
    }

    private static OAuthFailed wrongIssuer(String expected, @Nullable String published) {
        return new OAuthFailed("The metadata of the authorization server " + expected + " names another issuer ("
                + Addresses.printable(published) + "), so the sign-in is refused");
    }

    private static @Nullable ObjectNode firstOf(OAuthHttp http, URI issuer) throws OAuthFailed, InterruptedException {
        String origin = Addresses.origin(issuer);
        String path = Addresses.path(issuer);
        List<String> addresses = new ArrayList<>(List.of(origin + OAUTH + path, origin + OPENID + path));
        if (!path.isEmpty()) {
            addresses.add(origin + path + OPENID);
        }
        for (String address : addresses) {
            ObjectNode json = http.getJson(URI.create(address));
            if (json != null) {
                return json;
            }
        }
        return null;
    }

    private static DiscoveredServer checked(String issuer, ObjectNode json, URI server) throws OAuthFailed {
        AuthorizationServerMetadata metadata;
        try {
            metadata = AuthorizationServerMetadata.parse(json.toString());
        } catch (ParseException e) {
            throw new OAuthFailed(
                    "The metadata of the authorization server " + issuer + " is not valid: " + e.getMessage());
        }
        checkEndpoint("authorization endpoint", metadata.getAuthorizationEndpointURI(), server);
        checkEndpoint("token endpoint", metadata.getTokenEndpointURI(), server);
        checkEndpoint("registration endpoint", metadata.getRegistrationEndpointURI(), server);
        checkEndpoint("revocation endpoint", metadata.getRevocationEndpointURI(), server);
        return new DiscoveredServer(
                issuer,
                metadata,
                json.path("client_id_metadata_document_supported").asBoolean(false));
    }

    private static void checkEndpoint(String what, @Nullable URI endpoint, URI server) throws OAuthFailed {
        if (endpoint != null) {
            Addresses.secure(what, endpoint.toString(), server);
        }
    }

    /** Returns the token endpoint. */
    public URI tokenEndpoint() throws OAuthFailed {
        URI endpoint = metadata.getTokenEndpointURI();
        if (endpoint == null) {
            throw new OAuthFailed("The authorization server " + issuer + " has no token endpoint");
        }
        return endpoint;
    }

    /** Returns whether the server advertises PKCE with S256. */
    public boolean supportsPkce() {
        List<CodeChallengeMethod> methods = metadata.getCodeChallengeMethods();
        return methods != null && methods.contains(CodeChallengeMethod.S256);
    }
}
