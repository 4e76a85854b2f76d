package dev.mooring.app.terminal;

import java.time.Duration;
import java.util.Locale;

/** Durations for people. */
public final class Elapsed {
    private Elapsed() {}

    /** Formats a duration such as {@code 0.4 ms}, {@code 12 ms}, {@code 3.1 s}, {@code 2 min 05 s}, {@code 3 h 07 min}. */
    public static String text(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis < 9.95) {
            return String.format(Locale.ROOT, "%.1f ms", millis);
        }
        if (millis < 999.5) {
            return Math.round(millis) + " ms";
        }
        if (millis < 59_950) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000);
        }
        long seconds = Math.round(millis / 1000);
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }
}
