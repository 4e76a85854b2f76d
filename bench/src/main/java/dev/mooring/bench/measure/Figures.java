package dev.mooring.bench.measure;

import java.util.Locale;

/** Formats figures. */
public final class Figures {
    private Figures() {}

    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f ×", value);
    }

    public static String micros(double value) {
        return value < 1000
                ? String.format(Locale.ROOT, "%.0f µs", value)
                : String.format(Locale.ROOT, "%.1f ms", value / 1000);
    }

    public static String perSecond(double value) {
        return String.format(Locale.ROOT, "%,.0f/s", value);
    }

    public static String kilobytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f KB", bytes / 1000);
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
