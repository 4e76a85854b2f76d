package dev.mooring.auth.resource;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.mooring.auth.discovery.OAuthFailed;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.auth.issuer.TokenIssuer;
import dev.mooring.mcp.crypto.Sha256;
import java.nio.ByteBuffer;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates the access tokens of one issuer: signature, issuer and times. The caller checks the audience. Caches validated
 * tokens by their hash until they expire, because checking a signature takes longer than a short call.
 */
final class TokenValidator {
    private static final Logger LOG = LoggerFactory.getLogger(TokenValidator.class);

    private static final int MAX_CACHED = 10_000;

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    /** RFC 9068 requires at+jwt, but many issuers use JWT or nothing. */
    private static final Set<JOSEObjectType> TYPES =
            Set.of(new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), JOSEObjectType.JWT);

    private final TokenIssuer issuer;
    private final InstantSource clock;
    private final Cache<Hash, AccessToken> valid;

    /** Thrown if the issuer cannot be reached, so that the token cannot be validated. */
    static final class IssuerUnreachable extends Exception {
        private static final long serialVersionUID = 1;

        IssuerUnreachable(Exception cause) {
            super(cause.getMessage(), cause, false, false);
        }
    }

    /** The SHA-256 hash of a token. */
    private record Hash(long a, long b, long c, long d) {}

    TokenValidator(TokenIssuer issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
        this.valid = Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .expireAfter(Expiry.<Hash, AccessToken>creating((hash, token) -> {
                    Duration left = Duration.between(clock.instant(), token.expires());
                    return left.isNegative() ? Duration.ZERO : left;
                }))
                .build();
    }

    /** Returns the claims of a token, with the scopes that it has now; empty if the token is not valid. */
    Optional<AccessToken> validate(String token) throws IssuerUnreachable {
        Hash hash = hash(token);
        AccessToken known = valid.getIfPresent(hash);
        if (known == null || !clock.instant().isBefore(known.expires())) {
            known = read(token);
            if (known == null) {
                return Optional.empty();
            }
            valid.put(hash, known);
        }
        AccessToken found = known;
        try {
            return issuer.currentScopes(found.grant(), found.scopes())
                    .map(scopes -> scopes.equals(found.scopes()) ? found : found.withScopes(scopes));
        } catch (AuthorizationStoreUnavailable e) {
            throw new IssuerUnreachable(e);
        }
    }

    private @Nullable AccessToken read(String token) throws IssuerUnreachable {
        try {
            return Claims.read(processor().process(token, null));
        } catch (ParseException | BadJOSEException e) {
            LOG.debug("Refused a token: {}", e.getMessage());
            return null;
        } catch (RateLimitReachedException e) {
            LOG.debug("Refused a token: its key is unknown, and the keys were refreshed a moment ago");
            return null;
        } catch (OAuthFailed | KeySourceException e) {
            throw new IssuerUnreachable(e);
        } catch (JOSEException e) {
            LOG.debug("Refused a token: {}", e.getMessage());
            return null;
        }
    }

    private DefaultJWTProcessor<SecurityContext> processor() throws OAuthFailed {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        Set<@Nullable JOSEObjectType> types = new HashSet<>(TYPES);
        types.add(null);
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(types));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, issuer.keys()));
        processor.setJWTClaimsSetVerifier(
                new DefaultJWTClaimsVerifier<>(
                        new JWTClaimsSet.Builder().issuer(issuer.identifier()).build(), Set.of("sub", "exp")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(clock.instant());
                    }
                });
        return processor;
    }

    private static Hash hash(String token) {
        ByteBuffer words = ByteBuffer.wrap(Sha256.of(token));
        return new Hash(words.getLong(), words.getLong(), words.getLong(), words.getLong());
    }
}
