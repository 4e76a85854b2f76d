package dev.mooring.bench.fork;

import java.time.Duration;

/**
 * What a contender is to bear.
 *
 * @param inFlight threads that call, each one call after another
 * @param platform whether those are platform threads
 * @param callsEach how many calls each of them makes; 0 means as many as the time allows
 * @param millis when the calling ends at the latest
 */
public record Load(int inFlight, boolean platform, int callsEach, long millis) {
    /** So many calls, on virtual threads. */
    public static Load calls(int inFlight, int each, Duration limit) {
        return new Load(inFlight, false, each, limit.toMillis());
    }

    /** As many calls as the time allows, on virtual threads. */
    public static Load during(int inFlight, Duration time) {
        return new Load(inFlight, false, 0, time.toMillis());
    }

    public Load onPlatformThreads() {
        return new Load(inFlight, true, callsEach, millis);
    }
}
