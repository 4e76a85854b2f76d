package dev.mooring.mcp.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash function SHA-256. The module {@code handle}, which uses no other module, has its own. */
public final class Sha256 {
    private static final int SHORT_DIGITS = 16;

    private Sha256() {}

    /** Returns an empty digest. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime has no SHA-256", e);
        }
    }

    /** Returns the hash of a content. */
    public static byte[] of(byte[] content) {
        return newDigest().digest(content);
    }

    /** Returns the hash of a text's UTF-8 bytes. */
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /** Returns the hash of a content in 64 hexadecimal digits. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(of(content));
    }

    /** Returns the hash of a text's UTF-8 bytes in 64 hexadecimal digits. */
    public static String hex(String text) {
        return hex(text.getBytes(UTF_8));
    }

    /**
     * Returns the first 16 digits of {@link #hex(String)}, for names of files. Not for texts that an assistant can choose,
     * because 64 bits do not resist collisions.
     */
    public static String shortHex(String text) {
        return hex(text).substring(0, SHORT_DIGITS);
    }
}
