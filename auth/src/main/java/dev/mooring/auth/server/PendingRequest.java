package dev.mooring.auth.server;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A valid authorization request that waits for the decision of a person. The form of the consent page contains it as a signed
 * token, so that any process can accept the decision. The token is bound to the session of the browser, so that no other page
 * can send a decision.
 */
record PendingRequest(
        String clientId,
        String clientName,
        URI redirectUri,
        @Nullable String state,
        String challenge,
        String resource,
        List<String> scopes) {
    private static final String TYPE = "consent+jwt";
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    PendingRequest {
        scopes = List.copyOf(scopes);
    }

    String toFormToken(SigningKeys keys, String issuer, String session, Instant now) {
        return keys.sign(
                TYPE,
                new JWTClaimsSet.Builder()
                        .issuer(issuer)
                        .subject(RandomSecrets.hash(session))
                        .expirationTime(Date.from(now.plus(LIFETIME)))
                        .claim("client_id", clientId)
                        .claim("client_name", clientName)
                        .claim("redirect_uri", redirectUri.toString())
                        .claim("state", state)
                        .claim("code_challenge", challenge)
                        .claim("resource", resource)
                        .claim("scopes", scopes)
                        .build());
    }

    /** Returns the request in a form token; empty if the token is invalid, too old, or of another session. */
    static Optional<PendingRequest> of(String formToken, SigningKeys keys, String issuer, String session) {
        return keys.verify(TYPE, issuer, formToken)
                .filter(claims ->
                        RandomSecrets.areEqual(String.valueOf(claims.getSubject()), RandomSecrets.hash(session)))
                .map(PendingRequest::of);
    }

    private static PendingRequest of(JWTClaimsSet claims) {
        try {
            return new PendingRequest(
                    claims.getStringClaim("client_id"),
                    claims.getStringClaim("client_name"),
                    URI.create(claims.getStringClaim("redirect_uri")),
                    claims.getStringClaim("state"),
                    claims.getStringClaim("code_challenge"),
                    claims.getStringClaim("resource"),
                    claims.getStringListClaim("scopes"));
        } catch (ParseException e) {
            throw new IllegalStateException("A form token that this server has signed is malformed", e);
        }
    }
}
