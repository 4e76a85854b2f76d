package dev.mooring.app.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.crypto.Sha256;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hash of a code with which a person signs in once, to choose a password. The code is random, so a fast hash is enough.
 *
 * @param expires when the code stops working
 * @param hash the SHA-256 of the code, in hexadecimal
 */
public record OneTimeCode(Instant expires, String hash) implements Secret {
    /** How long a code works. */
    public static final Duration LIFETIME = Duration.ofHours(24);

    /** Without characters that people confuse, and in lower case, which is easier to type on a phone. */
    private static final String ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

    private static final int GROUPS = 4;
    private static final int GROUP_LENGTH = 4;
    private static final Pattern TEXT = Pattern.compile("code-sha256:(\\d{1,12}):([0-9a-f]{64})");

    /**
     * A new code.
     *
     * @param code what the person types; never stored
     */
    public record Issued(String code, OneTimeCode secret) {
        /** Returns the hash, without the code. */
        @Override
        public String toString() {
            return secret.toString();
        }
    }

    /** Creates a random code that works for {@link #LIFETIME}. */
    public static Issued issue(Instant now) {
        var random = new SecureRandom();
        var code = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP_LENGTH; i++) {
            if (i > 0 && i % GROUP_LENGTH == 0) {
                code.append('-');
            }
            code.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new Issued(
                code.toString(),
                new OneTimeCode(
                        now.plus(LIFETIME).truncatedTo(ChronoUnit.SECONDS), Sha256.hex(plain(code.toString()))));
    }

    static Optional<OneTimeCode> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(new OneTimeCode(Instant.ofEpochSecond(Long.parseLong(parts.group(1))), parts.group(2)))
                : Optional.empty();
    }

    boolean isValidAt(Instant now) {
        return now.isBefore(expires);
    }

    /** Returns whether a code matches and has not expired. Ignores case, hyphens and spaces. */
    boolean matches(String code, Instant now) {
        return isValidAt(now)
                && MessageDigest.isEqual(
                        hash.getBytes(UTF_8), Sha256.hex(plain(code)).getBytes(UTF_8));
    }

    private static String plain(String code) {
        return code.toLowerCase(Locale.ROOT).replaceAll("[\\s-]", "");
    }

    @Override
    public String text() {
        return "code-sha256:" + expires.getEpochSecond() + ":" + hash;
    }
}
