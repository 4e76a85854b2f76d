package dev.mooring.handle;

import java.io.Serializable;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The opaque text that stands for a handle: 26 lower-case letters and digits, 130 random bits.
 *
 * <p>The alphabet leaves out {@code i}, {@code l}, {@code o} and {@code u}, because language models copy these ids from
 * one message into the next.
 */
public record HandleId(String text) implements Serializable {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 26;
    private static final SecureRandom RANDOM = new SecureRandom();

    public HandleId {
        if (!isWellFormed(text)) {
            throw new IllegalArgumentException("Not a handle id: " + text.length() + " characters");
        }
    }

    public static HandleId random() {
        byte[] bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        var text = new StringBuilder(LENGTH);
        for (byte b : bytes) {
            text.append(ALPHABET.charAt(b & 31));
        }
        return new HandleId(text.toString());
    }

    /** Reads what a client sent; empty for anything that no server could have minted. */
    public static Optional<HandleId> parse(String text) {
        return isWellFormed(text) ? Optional.of(new HandleId(text)) : Optional.empty();
    }

    private static boolean isWellFormed(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            if (ALPHABET.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return text;
    }
}
