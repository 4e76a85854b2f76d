package dev.mooring.auth.server;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.server.OAuthMessages.RequestRefused;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** Revokes the grant to which a refresh token or an access token belongs (RFC 7009). */
final class RevocationEndpoint {
    private final ServerContext context;
    private final Consumer<String> revoke;

    /** @param revoke ends the grant with an id */
    RevocationEndpoint(ServerContext context, Consumer<String> revoke) {
        this.context = context;
        this.revoke = revoke;
    }

    WebResponse handle(WebRequest request) throws IOException {
        try {
            TokenRevocationRequest parsed;
            try {
                parsed = TokenRevocationRequest.parse(
                        OAuthMessages.read(request, URI.create(context.issuer() + AuthorizationServer.REVOKE)));
            } catch (ParseException e) {
                throw RequestRefused.malformed(e);
            }
            String client = OAuthMessages.authenticated(
                    context.clients(), parsed.getClientAuthentication(), parsed.getClientID());
            grantOf(parsed.getToken().getValue())
                    .filter(grant -> grant.clientId().equals(client))
                    .ifPresent(grant -> revoke.accept(grant.id()));
            // Also for an unknown token: the client wanted it to be invalid, and it is.
            return OAuthMessages.notStored(WebResponse.of(200));
        } catch (RequestRefused e) {
            return e.response();
        }
    }

    private Optional<Grant> grantOf(String token) {
        Optional<Grant> ofRefreshToken = context.store().grantOfRefreshToken(RandomSecrets.hash(token));
        return ofRefreshToken.isPresent()
                ? ofRefreshToken
                : context.keys()
                        .verify(AccessTokens.TYPE, context.issuer(), token)
                        .map(RevocationEndpoint::grantId)
                        .flatMap(context.store()::grant);
    }

    private static String grantId(JWTClaimsSet claims) {
        return String.valueOf(claims.getClaim("sid"));
    }
}
