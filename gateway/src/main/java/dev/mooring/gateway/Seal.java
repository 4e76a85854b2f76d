package dev.mooring.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Encrypts secrets for a store (AES-GCM), each for one context. Thread-safe. */
final class Seal {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    Seal(SecretKey key) {
        this.key = key;
    }

    /** Returns the encrypted secret as text. */
    String seal(String secret, String context) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(secret.getBytes(UTF_8));
            byte[] all = ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
            return Base64.getEncoder().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java runtime has no AES-GCM", e);
        }
    }

    /** Returns the secret, or empty if it was sealed with another key or for another context. */
    Optional<String> open(String sealed, String context) {
        try {
            byte[] all = Base64.getDecoder().decode(sealed);
            if (all.length < NONCE_BYTES) {
                return Optional.empty();
            }
            byte[] nonce = new byte[NONCE_BYTES];
            System.arraycopy(all, 0, nonce, 0, NONCE_BYTES);
            byte[] plain =
                    cipher(Cipher.DECRYPT_MODE, nonce, context).doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return Optional.of(new String(plain, UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(context.getBytes(UTF_8));
        return cipher;
    }
}
