package dev.mooring.handle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The opaque id of a handle: 26 lower-case letters and digits, 130 random bits. In a cluster, four further characters name the
 * replica that minted the id.
 *
 * <p>The alphabet leaves out {@code i}, {@code l}, {@code o} and {@code u}, because language models copy these ids from
 * one message into the next and would confuse them with other characters.
 *
 * @param text the id as clients see it
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record HandleId(String text) {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 26;
    private static final int HINT_LENGTH = 4;
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Checks the format of the id.
     *
     * @throws IllegalArgumentException if the text is not a well-formed id; the message does not repeat the text
     */
    public HandleId {
        if (!isWellFormed(text)) {
            throw new IllegalArgumentException("Not a handle id: expected " + LENGTH + " or " + (LENGTH + HINT_LENGTH)
                    + " characters of " + ALPHABET + ", got " + text.length() + " characters");
        }
    }

    /** Returns a new id from a secure random source. */
    public static HandleId random() {
        byte[] bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        return encode(bytes);
    }

    /**
     * Returns a new id that ends with a hint.
     *
     * @param hint four characters of the alphabet, such as the hint of a replica; not secret
     * @throws IllegalArgumentException if the hint is not well-formed
     */
    public static HandleId random(String hint) {
        if (hint.length() != HINT_LENGTH) {
            throw new IllegalArgumentException("A hint has " + HINT_LENGTH + " characters, not " + hint.length());
        }
        return new HandleId(random().text + hint);
    }

    /** Returns the hint at the end of the id, or empty if it has none. */
    public Optional<String> hint() {
        return text.length() == LENGTH ? Optional.empty() : Optional.of(text.substring(LENGTH));
    }

    /**
     * Returns an id derived from texts: 130 bits of their SHA-256. The id is only as hard to guess as the texts. It serves
     * state that another party identifies by an id of its own.
     */
    public static HandleId derivedFrom(String... texts) {
        MessageDigest digest = HandleHash.newDigest();
        for (String text : texts) {
            byte[] bytes = text.getBytes(UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
            digest.update(bytes);
        }
        return encode(digest.digest());
    }

    /** Encodes five bits of each byte. */
    private static HandleId encode(byte[] bytes) {
        var text = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(bytes[i] & 31));
        }
        return new HandleId(text.toString());
    }

    /** Parses an id that a client sent. Returns empty if the text is not well-formed. */
    public static Optional<HandleId> parse(String text) {
        return isWellFormed(text) ? Optional.of(new HandleId(text)) : Optional.empty();
    }

    private static boolean isWellFormed(String text) {
        if (text.length() != LENGTH && text.length() != LENGTH + HINT_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
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
