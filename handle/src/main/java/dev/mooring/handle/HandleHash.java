package dev.mooring.handle;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash function of ids and keys: SHA-256. */
final class HandleHash {
    private HandleHash() {}

    /** Returns an empty digest. */
    static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime has no SHA-256", e);
        }
    }
}
