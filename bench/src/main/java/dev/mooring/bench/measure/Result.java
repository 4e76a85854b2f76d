package dev.mooring.bench.measure;

import java.util.function.DoubleFunction;

/**
 * One row of the table.
 *
 * @param judged the figure that the target applies to
 */
public record Result(String what, String ours, String peer, String ratio, Target target, double judged, String note) {
    static final String MISSED = "NO";

    /** Returns our figure beside the peer's; the target applies to the ratio. */
    public static Result compared(String what, double ours, double peer, DoubleFunction<String> format, Target target) {
        double ratio = ours / peer;
        return new Result(what, format.apply(ours), format.apply(peer), Figures.ratio(ratio), target, ratio, "");
    }

    /** Returns our figure, which the target applies to; the peer's is for comparison. */
    public static Result counted(String what, double ours, String formatted, String peer, Target target) {
        return new Result(what, formatted, peer, "", target, ours, "");
    }

    /** Returns a count of ours, which the target applies to, beside the peer's. */
    public static Result counted(String what, long ours, long peer, Target target) {
        return counted(what, (double) ours, Figures.count(ours), Figures.count(peer), target);
    }

    /** Returns a figure without a target. */
    public static Result reported(String what, String ours, String peer) {
        return new Result(what, ours, peer, "", Target.NONE, 0, "");
    }

    /** Returns the row of a part that could not be measured, which counts as a missed target. */
    static Result notMeasured(String what, String reason) {
        return new Result(what, "", "", "", new Target("measured", _ -> false), 0, "not measured: " + reason);
    }

    /** Returns this result with a note in its last column. */
    public Result withNote(String newNote) {
        return new Result(what, ours, peer, ratio, target, judged, newNote);
    }

    /** A figure that is not a number misses every target. */
    String verdict() {
        if (target.text().isEmpty()) {
            return "";
        }
        return !Double.isNaN(judged) && target.isMetBy().test(judged) ? "yes" : MISSED;
    }
}
