package dev.mooring.bench.fork;

/**
 * How a contender bore a load.
 *
 * @param lost calls that failed, or had no answer when the time was over
 * @param stalled calls that took over a second
 * @param cpuMicros processor time of the whole JVM per answered call
 * @param fault what went wrong first, or empty
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
