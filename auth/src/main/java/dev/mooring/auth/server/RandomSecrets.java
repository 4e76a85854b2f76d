package dev.mooring.auth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.crypto.Sha256;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** Random secrets, and their hashes. Only the hashes are stored. */
final class RandomSecrets {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomSecrets() {}

    /** Returns 256 random bits as text for a URL. */
    static String create() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the SHA-256 hash. A slow hash is not needed for random secrets. */
    static String hash(String secret) {
        return Sha256.hex(secret);
    }

    /** Compares in constant time. */
    static boolean areEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }
}
