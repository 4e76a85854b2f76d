package dev.mooring.auth.client;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.AccessTokenType;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.Tokens;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import dev.mooring.auth.discovery.Addresses;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.discovery.OAuthHttp;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests to the token and revocation endpoints of one authorization server, as one client. */
final class TokenRequests {
    private static final Logger LOG = LoggerFactory.getLogger(TokenRequests.class);

    private final OAuthHttp http;
    private final String issuer;
    private final URI address;
    private final @Nullable URI revocation;
    private final ClientIdentity client;
    private final String resource;

    TokenRequests(
            OAuthHttp http,
            String issuer,
            URI address,
            @Nullable URI revocation,
            ClientIdentity client,
            String resource) {
        this.http = http;
        this.issuer = issuer;
        this.address = address;
        this.revocation = revocation;
        this.client = client;
        this.resource = resource;
    }

    /**
     * Exchanges an authorization for tokens.
     *
     * @param scopes the requested scopes; sent only if the client acts on its own behalf
     * @param isMachine whether the client acts on its own behalf
     * @param assumedIdentity the identity if the authorization server does not name a subject; null for a new one
     */
    TokenGrant exchange(
            AuthorizationGrant authorization, Set<String> scopes, boolean isMachine, @Nullable String assumedIdentity)
            throws OAuthFailed, InterruptedException {
        Tokens tokens = request(authorization, isMachine ? scopes : Set.of());
        JWTClaimsSet idToken = idToken(tokens);
        String subject = idToken == null ? null : idToken.getSubject();
        String identity;
        if (isMachine) {
            identity = issuer + "#client-" + client.id();
        } else if (subject != null) {
            identity = issuer + "#subject-" + subject;
        } else {
            identity = assumedIdentity == null ? issuer + "#grant-" + random() : assumedIdentity;
        }
        return grant(tokens, scopes, scopes, identity, isMachine ? client.id() : account(idToken));
    }

    /** Renews the access token of a grant. The server may rotate the refresh token. */
    TokenGrant refresh(TokenGrant old, String refreshToken) throws OAuthFailed, InterruptedException {
        Tokens tokens = request(new RefreshTokenGrant(new RefreshToken(refreshToken)), Set.of());
        TokenGrant renewed = grant(tokens, old.requested(), old.granted(), old.identity(), old.account());
        return renewed.refreshToken() != null ? renewed : renewed.withRefreshToken(refreshToken);
    }

    private TokenGrant grant(
            Tokens tokens, Set<String> requested, Set<String> assumed, String identity, @Nullable String account) {
        AccessToken access = tokens.getAccessToken();
        RefreshToken refresh = tokens.getRefreshToken();
        Instant now = Instant.now();
        return new TokenGrant(
                client.id(),
                client.method(),
                address,
                revocation,
                resource,
                requested,
                access.getScope() == null
                        ? assumed
                        : Scopes.of(access.getScope().toString()),
                access.getValue(),
                refresh == null ? null : refresh.getValue(),
                now,
                access.getLifetime() > 0 ? now.plusSeconds(access.getLifetime()) : null,
                identity,
                account);
    }

    private Tokens request(AuthorizationGrant authorization, Set<String> scopes)
            throws OAuthFailed, InterruptedException {
        ClientAuthentication authentication = client.authentication(issuer);
        TokenRequest.Builder request = authentication == null
                ? new TokenRequest.Builder(address, new ClientID(client.id()), authorization)
                : new TokenRequest.Builder(address, authentication, authorization);
        request.customParameter("resource", resource);
        if (!scopes.isEmpty()) {
            request.scope(Scope.parse(scopes));
        }
        HTTPResponse response = http.send(request.build().toHTTPRequest());
        TokenResponse parsed;
        try {
            parsed = OIDCTokenResponseParser.parse(response);
        } catch (ParseException e) {
            throw new OAuthFailed("The token endpoint of " + issuer + " answered HTTP " + response.getStatusCode()
                    + " without a valid token response");
        }
        if (!parsed.indicatesSuccess()) {
            throw refusal(parsed.toErrorResponse().getErrorObject(), response.getStatusCode());
        }
        Tokens tokens = parsed instanceof OIDCTokenResponse openId
                ? openId.getOIDCTokens()
                : parsed.toSuccessResponse().getTokens();
        if (!AccessTokenType.BEARER.equals(tokens.getAccessToken().getType())) {
            throw new OAuthFailed("The authorization server " + issuer + " issued a token of the unsupported type "
                    + Addresses.printable(tokens.getAccessToken().getType().getValue()));
        }
        return tokens;
    }

    /** Describes an error by its code only, because its description might repeat a secret of the request. */
    private OAuthFailed refusal(@Nullable ErrorObject error, int status) {
        String code = error == null ? null : error.getCode();
        String reason = code == null ? "HTTP " + status : Addresses.printable(code);
        return OAuthFailed.refused("The authorization server " + issuer + " refused the request: " + reason, code);
    }

    /** Returns the claims of the id token. TLS authenticates the token endpoint, so the signature is not checked. */
    private @Nullable JWTClaimsSet idToken(Tokens tokens) throws OAuthFailed {
        try {
            JWT token = tokens.toOIDCTokens().getIDToken();
            JWTClaimsSet claims = token == null ? null : token.getJWTClaimsSet();
            if (claims == null) {
                return null;
            }
            if (!issuer.equals(claims.getIssuer()) || !claims.getAudience().contains(client.id())) {
                throw new OAuthFailed("The authorization server " + issuer
                        + " issued an id token of another issuer or for another client, so the sign-in is refused");
            }
            return claims;
        } catch (java.text.ParseException | ClassCastException e) {
            return null;
        }
    }

    private static @Nullable String account(@Nullable JWTClaimsSet idToken) {
        if (idToken == null) {
            return null;
        }
        for (String claim : new String[] {"email", "preferred_username", "name", "sub"}) {
            if (idToken.getClaim(claim) instanceof String name && !name.isBlank()) {
                return Addresses.printable(name);
            }
        }
        return null;
    }

    private static String random() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Revokes the tokens of a grant. Returns false if the authorization server has no endpoint for this. */
    boolean revoke(TokenGrant grant) throws OAuthFailed, InterruptedException {
        if (revocation == null) {
            return false;
        }
        if (grant.refreshToken() == null) {
            revoke(revocation, new BearerAccessToken(grant.accessToken()));
            return true;
        }
        revoke(revocation, new RefreshToken(grant.refreshToken()));
        try {
            revoke(revocation, new BearerAccessToken(grant.accessToken()));
        } catch (OAuthFailed e) {
            // Many servers cannot revoke a JWT. It expires soon, unlike the refresh token.
            LOG.debug("Revoked only the refresh token: {}", e.getMessage());
        }
        return true;
    }

    private void revoke(URI endpoint, Token token) throws OAuthFailed, InterruptedException {
        ClientAuthentication authentication = client.authentication(issuer);
        var request = authentication == null
                ? new TokenRevocationRequest(endpoint, new ClientID(client.id()), token)
                : new TokenRevocationRequest(endpoint, authentication, token);
        HTTPResponse response = http.send(request.toHTTPRequest());
        if (!response.indicatesSuccess()) {
            throw new OAuthFailed("The authorization server " + issuer + " did not revoke the token: HTTP "
                    + response.getStatusCode());
        }
    }
}
