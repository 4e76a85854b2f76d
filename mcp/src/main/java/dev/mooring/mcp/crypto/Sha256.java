package dev.mooring.mcp.crypto;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash function SHA-256. */
public final class Sha256 {
    private Sha256() {}

    /** Returns an empty digest. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime has no SHA-256", e);
        }
    }
}
