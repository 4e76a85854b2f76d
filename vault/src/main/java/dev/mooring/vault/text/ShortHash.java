package dev.mooring.vault.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The first bytes of a SHA-256 hash, in hexadecimal form. Equal contents have equal hashes, in every process. */
public final class ShortHash {

    private ShortHash() {}

    /** Returns the hash of a text in UTF-8. */
    public static String of(String text, int bytes) {
        return of(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    /** Returns the hash of a content. */
    public static String of(byte[] content, int bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "This Java runtime lacks SHA-256, which every Java platform must provide", e);
        }
    }
}
