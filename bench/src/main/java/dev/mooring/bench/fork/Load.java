package dev.mooring.bench.fork;

import java.time.Duration;

/**
 * A load for a contender.
 *
 * @param inFlight the number of calling threads, each with one call in flight
 * @param platform whether the threads are platform threads
 * @param callsEach the number of calls per thread; 0 for no limit
 * @param millis the maximum duration
 */
public record Load(int inFlight, boolean platform, int callsEach, long millis) {
    /** Returns a load with a fixed number of calls on virtual threads. */
    public static Load calls(int inFlight, int each, Duration limit) {
        return new Load(inFlight, false, each, limit.toMillis());
    }

    /** Returns a load with a fixed duration on virtual threads. */
    public static Load during(int inFlight, Duration time) {
        return new Load(inFlight, false, 0, time.toMillis());
    }

    public Load onPlatformThreads() {
        return new Load(inFlight, true, callsEach, millis);
    }
}
