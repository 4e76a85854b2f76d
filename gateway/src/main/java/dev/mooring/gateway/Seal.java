package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.crypto.AesGcm;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKey;

/** Encrypts secrets for a store, each for one context. Thread-safe. */
final class Seal {
    private final AesGcm cipher;

    Seal(SecretKey key) {
        cipher = new AesGcm(key);
    }

    /** Returns the encrypted secret as text. */
    String seal(String secret, String context) {
        return Base64.getEncoder().encodeToString(cipher.seal(secret.getBytes(UTF_8), context.getBytes(UTF_8)));
    }

    /** Returns the secret, or empty if it was sealed with another key or for another context. */
    Optional<String> open(String sealed, String context) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return cipher.open(bytes, context.getBytes(UTF_8)).map(secret -> new String(secret, UTF_8));
    }
}
