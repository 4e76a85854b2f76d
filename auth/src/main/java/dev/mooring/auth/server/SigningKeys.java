package dev.mooring.auth.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.SigningKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the authorization server. The first use generates a key. The newest key signs. Older keys verify until all
 * tokens that they signed have expired. Several processes can share the keys through the store. Thread-safe.
 */
final class SigningKeys implements JWKSource<SecurityContext> {
    static final JWSAlgorithm ALGORITHM = JWSAlgorithm.ES256;

    /** How old the newest key becomes before it is replaced. */
    static final Duration ROTATION = Duration.ofDays(90);

    /** How long a replaced key still verifies: longer than the tokens that it signed are valid. */
    static final Duration RETENTION = AccessTokens.LIFETIME.multipliedBy(2);

    /** How long the keys are cached. */
    private static final Duration MAX_AGE = Duration.ofMinutes(1);
    /** How long the keys are cached if a token has an unknown key, which another process may have added. */
    private static final Duration MIN_AGE = Duration.ofSeconds(1);

    private final AuthorizationStore store;
    private final InstantSource clock;
    private @Nullable Keys current;

    /** @param all the newest first */
    private record Keys(List<ECKey> all, Instant read) {}

    SigningKeys(AuthorizationStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    private synchronized List<ECKey> keys(Duration maxAge) {
        Instant now = clock.instant();
        Keys known = current;
        if (known == null || !now.isBefore(known.read.plus(maxAge))) {
            known = new Keys(read(now), now);
            current = known;
        }
        return known.all;
    }

    private List<ECKey> read(Instant now) {
        List<SigningKey> stored = store.keys();
        if (stored.isEmpty() || now.isAfter(stored.getFirst().created().plus(ROTATION))) {
            store.addKey(generate(now));
            stored = store.keys();
        }
        List<ECKey> keys = new ArrayList<>();
        Instant replaced = now; // the newest key is not replaced
        for (SigningKey key : stored) {
            if (now.isAfter(replaced.plus(RETENTION))) {
                store.removeKey(key.id());
            } else {
                keys.add(parse(key));
            }
            replaced = key.created();
        }
        return List.copyOf(keys);
    }

    /** Replaces the key that signs. */
    synchronized void rotate() {
        Instant created = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<SigningKey> stored = store.keys();
        if (!stored.isEmpty() && !created.isAfter(stored.getFirst().created())) {
            created = stored.getFirst().created().plusMillis(1); // the newest key signs
        }
        store.addKey(generate(created));
        current = null;
    }

    private static SigningKey generate(Instant now) {
        try {
            ECKey key = new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(ALGORITHM)
                    .keyIDFromThumbprint(true)
                    .generate();
            return new SigningKey(key.getKeyID(), key.toJSONString(), now);
        } catch (JOSEException e) {
            throw new IllegalStateException("This Java runtime cannot generate a key for " + ALGORITHM, e);
        }
    }

    private static ECKey parse(SigningKey key) {
        try {
            return ECKey.parse(key.jwk());
        } catch (ParseException e) {
            throw new IllegalStateException("The signing key " + key.id() + " in the store is damaged", e);
        }
    }

    /** Returns the public keys. */
    JWKSet publicKeys() {
        return new JWKSet(List.<JWK>copyOf(keys(MAX_AGE))).toPublicJWKSet();
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        List<JWK> found = selector.select(publicKeys());
        // Another process may have a newer key.
        return found.isEmpty() ? selector.select(new JWKSet(List.<JWK>copyOf(keys(MIN_AGE)))) : found;
    }

    /** Signs a token of a type. */
    String sign(String type, JWTClaimsSet claims) {
        ECKey key = keys(MAX_AGE).getFirst();
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(ALGORITHM)
                            .type(new JOSEObjectType(type))
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new ECDSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException("This Java runtime cannot sign with " + ALGORITHM, e);
        }
    }

    /** Returns the claims of a token that this server has signed; empty if it is of another type or not valid now. */
    Optional<JWTClaimsSet> verify(String type, String issuer, String token) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType(type)));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHM, this));
        var verifier =
                new DefaultJWTClaimsVerifier<SecurityContext>(
                        new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("exp")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(clock.instant());
                    }
                };
        verifier.setMaxClockSkew(0);
        processor.setJWTClaimsSetVerifier(verifier);
        try {
            return Optional.of(processor.process(token, null));
        } catch (ParseException | BadJOSEException | JOSEException e) {
            return Optional.empty();
        }
    }
}
