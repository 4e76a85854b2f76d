package dev.mooring.mcp;

import java.util.List;
import org.apiguardian.api.API;

/**
 * A revision of the protocol.
 *
 * @param text the date that names the revision; for an unknown revision, any text
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ProtocolVersion(String text) implements Comparable<ProtocolVersion> {
    public static final ProtocolVersion V2024_11_05 = new ProtocolVersion("2024-11-05");
    public static final ProtocolVersion V2025_03_26 = new ProtocolVersion("2025-03-26");
    public static final ProtocolVersion V2025_06_18 = new ProtocolVersion("2025-06-18");
    public static final ProtocolVersion V2025_11_25 = new ProtocolVersion("2025-11-25");
    public static final ProtocolVersion V2026_07_28 = new ProtocolVersion("2026-07-28");

    /** The first revision without {@code initialize} and without protocol sessions. */
    public static final ProtocolVersion FIRST_MODERN = V2026_07_28;

    /** The version that {@code initialize} requests and that a legacy server prefers. */
    public static final ProtocolVersion LATEST_LEGACY = V2025_11_25;

    /** The version of an HTTP request without a version header. */
    public static final ProtocolVersion ASSUMED_WITHOUT_HEADER = V2025_03_26;

    /** All versions that this module supports, newest first. */
    public static final List<ProtocolVersion> SUPPORTED =
            List.of(V2026_07_28, V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);

    /**
     * The versions that a server of this module offers, newest first. Excludes 2025-03-26, whose clients may send JSON-RPC
     * batches. These clients also support 2024-11-05.
     */
    public static final List<ProtocolVersion> OFFERED = List.of(V2026_07_28, V2025_11_25, V2025_06_18, V2024_11_05);

    /** Returns the era of this version. A text that is not a date counts as legacy. */
    public Era era() {
        return isDate() && compareTo(FIRST_MODERN) >= 0 ? Era.MODERN : Era.LEGACY;
    }

    /** Avoids a regular expression, because this check runs for every request. */
    private boolean isDate() {
        boolean date = text.length() == 10;
        for (int i = 0; date && i < 10; i++) {
            char c = text.charAt(i);
            date = (i == 4 || i == 7) ? c == '-' : (c >= '0' && c <= '9');
        }
        return date;
    }

    /** Returns whether this module supports this version. */
    public boolean isSupported() {
        return SUPPORTED.contains(this);
    }

    @Override
    public int compareTo(ProtocolVersion other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
