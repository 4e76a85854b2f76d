package dev.mooring.auth.server;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.grant.Redemption;
import dev.mooring.auth.server.OAuthMessages.RequestRefused;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exchanges codes and refresh tokens for access tokens. Each works once; a second use revokes the grant. */
final class TokenEndpoint {
    /** How long a grant stays valid without use. Afterwards the person must consent again. */
    static final Duration GRANT_LIFETIME = Duration.ofDays(60);

    private static final Logger LOG = LoggerFactory.getLogger(TokenEndpoint.class);

    private final ServerContext context;
    private final People people;
    private final Consumer<String> revoked;

    /** @param revoked receives the id of each grant that this endpoint has revoked */
    TokenEndpoint(ServerContext context, People people, Consumer<String> revoked) {
        this.context = context;
        this.people = people;
        this.revoked = revoked;
    }

    WebResponse handle(WebRequest request) throws IOException {
        try {
            TokenRequest parsed;
            try {
                parsed = TokenRequest.parse(
                        OAuthMessages.read(request, URI.create(context.issuer() + AuthorizationServer.TOKEN)));
            } catch (ParseException e) {
                throw RequestRefused.malformed(e);
            }
            String client = OAuthMessages.authenticated(
                    context.clients(), parsed.getClientAuthentication(), parsed.getClientID());
            AuthorizationGrant grant = parsed.getAuthorizationGrant();
            return switch (grant) {
                case AuthorizationCodeGrant code -> redeem(code, client, parsed.getResources());
                case RefreshTokenGrant refresh -> renew(refresh, client, parsed.getResources());
                default -> throw new RequestRefused(OAuth2Error.UNSUPPORTED_GRANT_TYPE);
            };
        } catch (RequestRefused e) {
            return e.response();
        }
    }

    private WebResponse redeem(AuthorizationCodeGrant presented, String client, @Nullable List<URI> resources)
            throws RequestRefused {
        Instant now = context.now();
        String refreshToken = RandomSecrets.create();
        Redemption redemption = context.store()
                .redeemCode(
                        RandomSecrets.hash(presented.getAuthorizationCode().getValue()),
                        RandomSecrets.hash(refreshToken),
                        now);
        if (!(redemption instanceof Redemption.CodeRedeemed(Grant grant, String challenge))) {
            throw refused(redemption);
        }
        boolean isValid = grant.clientId().equals(client)
                && grant.redirectUri().equals(presented.getRedirectionURI())
                && isForResourceOf(resources, grant)
                && isProven(presented.getCodeVerifier(), challenge);
        if (!isValid) {
            revoke(grant); // the code may be stolen: the client that requested it knows the verifier
            throw new RequestRefused(OAuth2Error.INVALID_GRANT);
        }
        return issue(grant, refreshToken, now);
    }

    private static boolean isProven(@Nullable CodeVerifier verifier, String challenge) {
        return verifier != null
                && RandomSecrets.areEqual(
                        CodeChallenge.compute(CodeChallengeMethod.S256, verifier)
                                .getValue(),
                        challenge);
    }

    private WebResponse renew(RefreshTokenGrant presented, String client, @Nullable List<URI> resources)
            throws RequestRefused {
        Instant now = context.now();
        String hash = RandomSecrets.hash(presented.getRefreshToken().getValue());
        Grant known = context.store().grantOfRefreshToken(hash).orElse(null);
        if (known == null || !known.clientId().equals(client) || !isForResourceOf(resources, known)) {
            throw new RequestRefused(OAuth2Error.INVALID_GRANT);
        }
        String successor = RandomSecrets.create();
        Redemption redemption =
                context.store().rotate(hash, RandomSecrets.hash(successor), now, now.plus(GRANT_LIFETIME));
        if (!(redemption instanceof Redemption.Rotated(Grant grant))) {
            throw refused(redemption);
        }
        return issue(grant, successor, now);
    }

    private void revoke(Grant grant) {
        context.store().revoke(grant.id());
        revoked.accept(grant.id());
    }

    private RequestRefused refused(Redemption redemption) {
        if (redemption instanceof Redemption.Replayed(Grant grant)) {
            revoked.accept(grant.id());
            LOG.warn(
                    "Revoked all tokens of {} for {}: a code or refresh token was used twice. Sign in again.",
                    grant.subject(),
                    grant.clientName());
        }
        return new RequestRefused(OAuth2Error.INVALID_GRANT);
    }

    /** Returns whether a request is for the resource of the grant. The client may omit the resource here. */
    private boolean isForResourceOf(@Nullable List<URI> resources, Grant grant) {
        return resources == null
                || resources.isEmpty()
                || (resources.size() == 1
                        && context.resources()
                                .named(resources.getFirst().toString())
                                .filter(grant.resource()::equals)
                                .isPresent());
    }

    private WebResponse issue(Grant grant, String refreshToken, Instant now) throws RequestRefused {
        Person person = people.find(grant.subject()).orElse(null);
        if (person == null) {
            revoke(grant);
            throw new RequestRefused(OAuth2Error.INVALID_GRANT);
        }
        Set<String> scopes = new TreeSet<>(grant.scopes());
        scopes.retainAll(person.scopes());
        String accessToken =
                context.keys().sign(AccessTokens.TYPE, AccessTokens.claims(context.issuer(), grant, person, now));
        return OAuthMessages.notStored(WebResponse.json(
                200,
                Json.object()
                        .put("access_token", accessToken)
                        .put("token_type", "Bearer")
                        .put("expires_in", AccessTokens.LIFETIME.toSeconds())
                        .put("refresh_token", refreshToken)
                        .put("scope", String.join(" ", scopes))));
    }
}
