package dev.mooring.run;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has done so far.
 *
 * @param byServer by the name of the server called, in order of name
 */
public record RunTotals(Map<String, Sum> byServer) {
    /** Sums over some calls. Time is that of the calls added up, so parallel calls count each. */
    public record Sum(long calls, long errors, long tokensIn, long tokensOut, Duration time) {
        static final Sum ZERO = new Sum(0, 0, 0, 0, Duration.ZERO);

        Sum plus(Sum other) {
            return new Sum(
                    calls + other.calls,
                    errors + other.errors,
                    tokensIn + other.tokensIn,
                    tokensOut + other.tokensOut,
                    time.plus(other.time));
        }
    }

    public RunTotals {
        byServer = Collections.unmodifiableMap(new TreeMap<>(byServer));
    }

    /** The sums over all servers. */
    public Sum all() {
        return byServer.values().stream().reduce(Sum.ZERO, Sum::plus);
    }
}
