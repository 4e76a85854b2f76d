package dev.mooring.handle.cluster.protocol;

import org.apiguardian.api.API;

/** The clocks of one machine. */
@FunctionalInterface
@API(status = API.Status.INTERNAL, since = "0.1")
public interface ClusterClock {

    /** The clocks of the system. */
    ClusterClock SYSTEM = () -> new Reading(System.nanoTime(), System.currentTimeMillis());

    /** Reads the clocks. */
    Reading read();

    /**
     * A point in time.
     *
     * @param monotonicNanos never runs backwards, but stands still while the machine is suspended
     * @param wallMillis continues during a suspension, but can be set forwards and backwards
     */
    record Reading(long monotonicNanos, long wallMillis) {
        /** Returns the time from this reading to a later one: the longer of the two differences. */
        public long nanosUntil(Reading later) {
            return Math.max(later.monotonicNanos - monotonicNanos, (later.wallMillis - wallMillis) * 1_000_000);
        }
    }
}
