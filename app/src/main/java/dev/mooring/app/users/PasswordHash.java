package dev.mooring.app.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * The Argon2id hash of a password, with its salt, in the PHC string format. Computing one takes time and memory on purpose:
 * {@link Users} limits how many are computed at once.
 */
public final class PasswordHash implements Secret {
    /** The parameters that OWASP recommends: 19 MiB, two passes, one lane. */
    private static final Cost COST = new Cost(19_456, 2, 1);

    private static final int BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final Pattern TEXT = Pattern.compile("\\$argon2id\\$v=19\\$m=([1-9]\\d{3,5}),t=([1-9]\\d?),p=([1-4])"
            + "\\$([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})");

    /** Takes as long to compare as any other hash, and matches no password. For names that do not exist. */
    static final PasswordHash OF_NOBODY = new PasswordHash(COST, new byte[SALT_BYTES], new byte[BYTES]);

    private final Cost cost;
    private final byte[] salt;
    private final byte[] hash;

    private record Cost(int kilobytes, int passes, int lanes) {}

    private PasswordHash(Cost cost, byte[] salt, byte[] hash) {
        this.cost = cost;
        this.salt = salt;
        this.hash = hash;
    }

    /** Computes the hash of a password, with a new salt. */
    public static PasswordHash of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new PasswordHash(COST, salt, compute(password, salt, COST));
    }

    static Optional<PasswordHash> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(new PasswordHash(
                        new Cost(number(parts, 1), number(parts, 2), number(parts, 3)),
                        Base64.getDecoder().decode(parts.group(4)),
                        Base64.getDecoder().decode(parts.group(5))))
                : Optional.empty();
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    /** Computes whether this is the hash of a password. */
    boolean matches(String password) {
        return MessageDigest.isEqual(hash, compute(password, salt, cost));
    }

    /** The same password can be typed with different code points, so it is normalised first. */
    private static byte[] compute(String password, byte[] salt, Cost cost) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.kilobytes)
                .withIterations(cost.passes)
                .withParallelism(cost.lanes)
                .withSalt(salt)
                .build());
        byte[] result = new byte[BYTES];
        generator.generateBytes(
                Normalizer.normalize(password, Normalizer.Form.NFKC).getBytes(UTF_8), result);
        return result;
    }

    @Override
    public String text() {
        Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.kilobytes + ",t=" + cost.passes + ",p=" + cost.lanes + "$"
                + encoder.encodeToString(salt) + "$" + encoder.encodeToString(hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PasswordHash same && text().equals(same.text());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(salt);
    }
}
