package dev.mooring.app.gateway;

import dev.mooring.gateway.CompletedCall;
import dev.mooring.gateway.GatewayOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the calls of each server and measures how long the latest ones took, for the page. Thread-safe. */
final class ServerStatistics implements GatewayOptions.CallListener {
    private static final int WINDOW = 1_000;

    private final Map<String, Calls> byServer = new ConcurrentHashMap<>();

    /**
     * The calls of a server since the start of the gateway.
     *
     * @param latency how long the latest calls took; empty before the first call
     */
    record Summary(long calls, long errors, Optional<Latency> latency) {
        static final Summary NONE = new Summary(0, 0, Optional.empty());
    }

    /** Durations that half and 95 percent of the latest calls did not exceed. */
    record Latency(Duration p50, Duration p95) {}

    private static final class Calls {
        private final long[] latest = new long[WINDOW];
        private long calls;
        private long errors;

        synchronized void add(CompletedCall call) {
            latest[(int) (calls % WINDOW)] = call.duration().toNanos();
            calls++;
            if (call.status() == CompletedCall.Status.ERROR) {
                errors++;
            }
        }

        synchronized Summary summary() {
            long[] sorted = Arrays.copyOf(latest, (int) Math.min(calls, WINDOW));
            Arrays.sort(sorted);
            return new Summary(calls, errors, Optional.of(new Latency(quantile(sorted, 50), quantile(sorted, 95))));
        }

        private static Duration quantile(long[] sorted, int percent) {
            return Duration.ofNanos(sorted[(sorted.length * percent + 99) / 100 - 1]);
        }
    }

    @Override
    public void onCall(CompletedCall call) {
        byServer.compute(call.server(), (_, known) -> {
            Calls calls = known == null ? new Calls() : known;
            calls.add(call);
            return calls;
        });
    }

    Summary of(String server) {
        Calls calls = byServer.get(server);
        return calls == null ? Summary.NONE : calls.summary();
    }
}
