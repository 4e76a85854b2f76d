package dev.mooring.auth.issuer;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.mcp.server.http.WebHandler;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An authorization server whose access tokens a resource server accepts. Thread-safe. */
public interface TokenIssuer extends WebHandler {
    /** Returns the issuer identifier, exactly as in the tokens. */
    String identifier();

    /**
     * Returns the public keys.
     *
     * @throws OAuthFailed if the authorization server cannot be reached, or its metadata is not valid
     */
    JWKSource<SecurityContext> keys() throws OAuthFailed;

    /**
     * Returns the scopes that a valid token has now, which can be fewer than those at its issue. Empty if the token was
     * revoked. Called for every request.
     *
     * @param grant the issuer's identifier of the consent; null if the token does not have it
     * @param scopes the scopes of the token at its issue
     * @throws AuthorizationStoreUnavailable if the store cannot be reached
     */
    Optional<Set<String>> currentScopes(@Nullable String grant, Set<String> scopes);

    /** Called when a resource server in this process starts to accept the tokens for an endpoint. */
    default void onEndpointProtected(String path, List<String> scopes) {}

    /** Answers requests for the endpoints of an authorization server in this process. */
    @Override
    @Nullable
    WebResponse handle(WebRequest request) throws IOException;
}
