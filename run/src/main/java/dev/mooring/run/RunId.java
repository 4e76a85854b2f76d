package dev.mooring.run;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names one run: {@code run_} and 16 lower-case hex digits.
 *
 * @param value the id as text, the form it has in logs and records
 */
public record RunId(String value) {
    private static final Pattern FORM = Pattern.compile("run_[0-9a-f]{16}");
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Refuses text that is not a run id with an {@link IllegalArgumentException}. */
    public RunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("Not a run id (run_ and 16 lower-case hex digits): " + value);
        }
    }

    static RunId next() {
        return new RunId("run_" + HexFormat.of().toHexDigits(RANDOM.nextLong()));
    }

    @Override
    public String toString() {
        return value;
    }
}
