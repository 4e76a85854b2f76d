package dev.mooring.mcp;

import java.util.List;

/** A revision of the protocol, named by its date. */
public record ProtocolVersion(String text) implements Comparable<ProtocolVersion> {
    public static final ProtocolVersion V2024_11_05 = new ProtocolVersion("2024-11-05");
    public static final ProtocolVersion V2025_03_26 = new ProtocolVersion("2025-03-26");
    public static final ProtocolVersion V2025_06_18 = new ProtocolVersion("2025-06-18");
    public static final ProtocolVersion V2025_11_25 = new ProtocolVersion("2025-11-25");
    public static final ProtocolVersion V2026_07_28 = new ProtocolVersion("2026-07-28");

    /** The first revision without {@code initialize} and without protocol sessions. */
    public static final ProtocolVersion FIRST_MODERN = V2026_07_28;

    /** What {@code initialize} offers and a legacy server prefers. */
    public static final ProtocolVersion LATEST_LEGACY = V2025_11_25;

    public static final ProtocolVersion LATEST = V2026_07_28;

    /** What an HTTP request without a version header speaks. */
    public static final ProtocolVersion ASSUMED_WITHOUT_HEADER = V2025_03_26;

    /** Everything this module speaks, newest first. */
    public static final List<ProtocolVersion> SUPPORTED =
            List.of(V2026_07_28, V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);

    public Era era() {
        return isDate() && compareTo(FIRST_MODERN) >= 0 ? Era.MODERN : Era.LEGACY;
    }

    /** Asked for every request, so by hand. */
    private boolean isDate() {
        boolean date = text.length() == 10;
        for (int i = 0; date && i < 10; i++) {
            char c = text.charAt(i);
            date = (i == 4 || i == 7) ? c == '-' : (c >= '0' && c <= '9');
        }
        return date;
    }

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
