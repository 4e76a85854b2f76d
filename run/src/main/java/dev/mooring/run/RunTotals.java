package dev.mooring.run;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * The totals of a run.
 *
 * @param byServer the totals by server or model, sorted by name
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RunTotals(Map<String, Sum> byServer) {
    /**
     * Totals of some calls.
     *
     * @param time the sum of the durations of the calls; parallel calls all count in full
     */
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

    /** Sorts the totals by name. */
    public RunTotals {
        byServer = Collections.unmodifiableMap(new TreeMap<>(byServer));
    }

    /** Returns the totals over all servers and models. */
    public Sum all() {
        return byServer.values().stream().reduce(Sum.ZERO, Sum::plus);
    }
}
