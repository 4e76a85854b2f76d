package dev.mooring.run;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The id of a run: {@code run_} and 16 lower-case hex digits.
 *
 * @param value the id as text, as in logs and records
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RunId(String value) {
    private static final Pattern FORM = Pattern.compile("run_[0-9a-f]{16}");
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Checks the format.
     *
     * @throws IllegalArgumentException if the text is not a run id
     */
    public RunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("Not a run id (expected run_ and 16 lower-case hex digits): " + value);
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
