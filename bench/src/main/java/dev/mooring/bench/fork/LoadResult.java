package dev.mooring.bench.fork;

/**
 * The outcome of a load on a contender.
 *
 * @param lost calls that failed, or had no reply at the end of the load
 * @param stalled calls that took more than a second
 * @param cpuMicros processor time of the whole JVM per answered call
 * @param fault the first failure; empty if there was none
 */
public record LoadResult(
        long answered,
        long lost,
        long stalled,
        double seconds,
        double p50Micros,
        double p99Micros,
        double maxMicros,
        double cpuMicros,
        String fault) {

    public double perSecond() {
        return answered / seconds;
    }

    public boolean isClean() {
        return lost == 0 && stalled == 0;
    }
}
