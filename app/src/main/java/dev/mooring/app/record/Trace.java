package dev.mooring.app.record;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The run's place in a distributed trace, in the words of W3C Trace Context.
 *
 * @param id of the whole trace: that of {@code TRACEPARENT} where the program was given one, or else a new one
 */
public record Trace(String id, String flags) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern PARENT = Pattern.compile("00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})");
    private static final String NOBODY = "0".repeat(32);

    public static Trace from(Map<String, String> environment) {
        Matcher parent = PARENT.matcher(environment.getOrDefault("TRACEPARENT", ""));
        return parent.matches() && !parent.group(1).equals(NOBODY)
                ? new Trace(parent.group(1), parent.group(2))
                : new Trace(random(16), "01");
    }

    /** The id of a new span. */
    static String newSpan() {
        return random(8);
    }

    /** What is sent along with a call whose span that is. */
    public String parent(String span) {
        return "00-" + id + "-" + span + "-" + flags;
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        random[0] |= 1; // never all zeros, which would mean nobody
        return HexFormat.of().formatHex(random);
    }
}
