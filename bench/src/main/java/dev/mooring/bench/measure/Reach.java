package dev.mooring.bench.measure;

import java.util.Locale;
import java.util.function.DoublePredicate;

/** How far a figure has to go. */
public record Reach(String text, DoublePredicate isMetBy) {
    /** For what is reported and decides nothing. */
    public static final Reach NONE = new Reach("", value -> true);

    public static Reach ratioAtMost(double limit) {
        return new Reach("≤ " + Figures.ratio(limit), value -> value <= limit);
    }

    public static Reach ratioAtLeast(double limit) {
        return new Reach("≥ " + Figures.ratio(limit), value -> value >= limit);
    }

    public static Reach atMost(double limit, String unit) {
        return new Reach("≤ " + plain(limit) + (unit.isEmpty() ? "" : " " + unit), value -> value <= limit);
    }

    private static String plain(double limit) {
        return limit == Math.rint(limit) ? String.valueOf((long) limit) : String.format(Locale.ROOT, "%.2f", limit);
    }
}
