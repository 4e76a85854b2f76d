package dev.mooring.app.record;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The distributed trace that a run belongs to, as defined by W3C Trace Context.
 *
 * @param id the trace id: from the environment variable {@code TRACEPARENT} if it is set, otherwise random
 */
public record Trace(String id, String flags) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern PARENT = Pattern.compile("00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})");
    private static final String INVALID_ID = "0".repeat(32);

    /** Returns the trace of the environment, or a new one. */
    public static Trace from(Map<String, String> environment) {
        Matcher parent = PARENT.matcher(environment.getOrDefault("TRACEPARENT", ""));
        return parent.matches() && !parent.group(1).equals(INVALID_ID)
                ? new Trace(parent.group(1), parent.group(2))
                : new Trace(random(16), "01");
    }

    /** Returns a random span id. */
    static String newSpan() {
        return random(8);
    }

    /** Returns the {@code traceparent} of a request whose parent is the span. */
    String parent(String span) {
        return "00-" + id + "-" + span + "-" + flags;
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        random[0] |= 1; // all zeros would be invalid
        return HexFormat.of().formatHex(random);
    }
}
