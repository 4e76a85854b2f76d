package dev.mooring.bench.measure;

/**
 * One line of what was measured.
 *
 * @param decisive the figure that the reach is about
 */
public record Finding(String what, String ours, String peer, String ratio, Reach reach, double decisive, String note) {
    static final String NO = "NO";

    /** How ours compares with a peer. */
    public static Finding compared(
            String what, double ours, double peer, java.util.function.DoubleFunction<String> written, Reach reach) {
        double ratio = ours / peer;
        return new Finding(what, written.apply(ours), written.apply(peer), Figures.ratio(ratio), reach, ratio, "");
    }

    /** A figure of ours with a reach of its own; the peer's is there to compare. */
    public static Finding counted(String what, double ours, String written, String peer, Reach reach) {
        return new Finding(what, written, peer, "", reach, ours, "");
    }

    /** A number of things of ours, beside the peer's. */
    public static Finding counted(String what, long ours, long peer, Reach reach) {
        return counted(what, (double) ours, Figures.count(ours), Figures.count(peer), reach);
    }

    /** What decides nothing. */
    public static Finding reported(String what, String ours, String peer) {
        return new Finding(what, ours, peer, "", Reach.NONE, 0, "");
    }

    public Finding withNote(String newNote) {
        return new Finding(what, ours, peer, ratio, reach, decisive, newNote);
    }

    /** A figure that could not be taken has not reached anything. */
    String verdict() {
        if (reach.text().isEmpty()) {
            return "";
        }
        return !Double.isNaN(decisive) && reach.isMetBy().test(decisive) ? "yes" : NO;
    }
}
