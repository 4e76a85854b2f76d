package dev.mooring.run;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts calls by server. Thread-safe; a snapshot may include a concurrent call in part. */
final class Tally {
    private final Map<String, Counters> servers = new ConcurrentHashMap<>();

    void add(CallRecord call) {
        servers.computeIfAbsent(call.server(), _ -> new Counters()).add(call);
    }

    RunTotals snapshot() {
        return new RunTotals(servers.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum())));
    }

    private static final class Counters {
        private final LongAdder calls = new LongAdder();
        private final LongAdder errors = new LongAdder();
        private final LongAdder tokensIn = new LongAdder();
        private final LongAdder tokensOut = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        void add(CallRecord call) {
            calls.increment();
            if (call.result() instanceof CallRecord.Result.Failed) {
                errors.increment();
            }
            tokensIn.add(call.tokensIn());
            tokensOut.add(call.tokensOut());
            nanos.add(call.took().toNanos());
        }

        RunTotals.Sum sum() {
            return new RunTotals.Sum(
                    calls.sum(), errors.sum(), tokensIn.sum(), tokensOut.sum(), Duration.ofNanos(nanos.sum()));
        }
    }
}
