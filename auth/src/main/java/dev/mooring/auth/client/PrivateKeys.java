package dev.mooring.auth.client;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads private keys, and chooses their signature algorithms. */
final class PrivateKeys {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private PrivateKeys() {}

    static PrivateKey fromPem(String pem) {
        Matcher matcher = PEM.matcher(pem);
        if (!matcher.find()) {
            throw new IllegalArgumentException(
                    "The private key must be in PKCS #8 (BEGIN PRIVATE KEY); convert it with openssl pkcs8 -topk8 -nocrypt");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        PrivateKey key = read("RSA", spec);
        key = key == null ? read("EC", spec) : key;
        if (key == null) {
            throw new IllegalArgumentException("The private key must be an RSA or EC key");
        }
        return key;
    }

    /** Returns null if the key is not one of this algorithm. */
    private static @Nullable PrivateKey read(String algorithm, PKCS8EncodedKeySpec spec) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(spec);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    static JWSAlgorithm algorithm(PrivateKey key) {
        return switch (key) {
            case RSAPrivateKey _ -> JWSAlgorithm.RS256;
            case ECPrivateKey ec -> {
                Curve curve = Curve.forECParameterSpec(ec.getParams());
                yield Curve.P_384.equals(curve)
                        ? JWSAlgorithm.ES384
                        : Curve.P_521.equals(curve) ? JWSAlgorithm.ES512 : JWSAlgorithm.ES256;
            }
            default -> throw new IllegalArgumentException("The private key must be an RSA or EC key");
        };
    }
}
