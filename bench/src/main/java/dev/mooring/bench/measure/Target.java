package dev.mooring.bench.measure;

import java.util.Locale;
import java.util.function.DoublePredicate;

/**
 * A bound that a figure must keep.
 *
 * @param text the bound as the table shows it; empty for a figure that is only reported
 */
public record Target(String text, DoublePredicate isMetBy) {
    /** No bound: the figure is reported and decides nothing. */
    public static final Target NONE = new Target("", value -> true);

    /** Returns a target for a ratio of at most the limit. */
    public static Target ratioAtMost(double limit) {
        return new Target("≤ " + Figures.ratio(limit), value -> value <= limit);
    }

    /** Returns a target for a ratio of at least the limit. */
    public static Target ratioAtLeast(double limit) {
        return new Target("≥ " + Figures.ratio(limit), value -> value >= limit);
    }

    /** Returns a target for a figure of at most the limit, in a unit that may be empty. */
    public static Target atMost(double limit, String unit) {
        return new Target("≤ " + plain(limit) + (unit.isEmpty() ? "" : " " + unit), value -> value <= limit);
    }

    private static String plain(double limit) {
        return limit == Math.rint(limit) ? String.valueOf((long) limit) : String.format(Locale.ROOT, "%.2f", limit);
    }
}
