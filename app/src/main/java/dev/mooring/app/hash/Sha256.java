package dev.mooring.app.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java runtime has. */
public final class Sha256 {
    private static final int SHORT_DIGITS = 16;

    private Sha256() {}

    /** Returns the hash of a content. */
    public static byte[] of(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime has no SHA-256", e);
        }
    }

    /** Returns the hash of a content in 64 hexadecimal digits. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(of(content));
    }

    /** Returns the hash of a text's UTF-8 bytes in 64 hexadecimal digits. */
    public static String hex(String text) {
        return hex(text.getBytes(UTF_8));
    }

    /** Returns the first 16 digits of {@link #hex(String)}, for names of files. Not for texts that an assistant can choose. */
    public static String shortHex(String text) {
        return hex(text).substring(0, SHORT_DIGITS);
    }
}
