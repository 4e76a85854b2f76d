package dev.mooring.mcp.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Authenticated encryption with AES-GCM and a random nonce, which precedes the ciphertext. Thread-safe. */
public final class AesGcm {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    /** Creates a cipher with an AES key. */
    public AesGcm(SecretKey key) {
        this.key = key;
    }

    /**
     * Returns the encrypted content.
     *
     * @param context data that is authenticated but not encrypted; {@link #open} needs the same data
     */
    public byte[] seal(byte[] content, byte[] context) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(content);
            return ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java runtime has no AES-GCM", e);
        }
    }

    /** Returns the decrypted content, or empty if it was changed, or sealed with another key or context. */
    public Optional<byte[]> open(byte[] sealed, byte[] context) {
        if (sealed.length < NONCE_BYTES) {
            return Optional.empty();
        }
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(sealed, 0, nonce, 0, NONCE_BYTES);
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, nonce, context)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(context);
        return cipher;
    }
}
