package dev.mooring.auth.server;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.mooring.auth.grant.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.TreeSet;

/** Access tokens by the profile of RFC 9068, with the names for display. */
final class AccessTokens {
    static final Duration LIFETIME = Duration.ofHours(1);

    static final String TYPE = "at+jwt";

    private AccessTokens() {}

    static JWTClaimsSet claims(String issuer, Grant grant, Person person, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject(grant.subject())
                .audience(grant.resource())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFETIME)))
                .jwtID(RandomSecrets.create())
                .claim("client_id", grant.clientId())
                .claim("scope", String.join(" ", new TreeSet<>(grant.scopes())))
                .claim("name", person.name())
                .claim("client_name", grant.clientName())
                .claim("sid", grant.id())
                .build();
    }
}
