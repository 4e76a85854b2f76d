package dev.mooring.bench.hostile;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import java.time.Duration;
import java.util.List;

/** The latency and the errors of a well-behaved client during an attack, beside its latency before the attack. */
record UnderAttack(Attack attack) implements Benchmark {
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration TIME = Duration.ofSeconds(20);
    private static final double MAX_RATIO = 5;

    @Override
    public String name() {
        return attack.argument();
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        try (AttackedServer server = AttackedServer.start(bench, attack.descriptors());
                WellBehavedClient client = WellBehavedClient.open(server)) {
            client.work(bench.time(WARM_UP));
            WellBehavedClient.Experience quiet = client.work(bench.time(TIME));
            WellBehavedClient.Experience attacked;
            try (var _ = Attacker.start(attack, server.asAttacker())) {
                attacked = client.work(bench.time(TIME));
            }
            if (!server.isAlive()) {
                throw new IllegalStateException("The server has ended");
            }
            bench.say("  quiet p99 " + Figures.micros(quiet.latencies().percentileMicros(0.99)) + ", attacked p50 "
                    + Figures.micros(attacked.latencies().percentileMicros(0.5)) + ", p99 "
                    + Figures.micros(attacked.latencies().percentileMicros(0.99)) + ", "
                    + attacked.latencies().count() + " calls, " + attacked.errors() + " errors "
                    + attacked.lastError());
            return List.of(
                    Result.compared(
                            attack.description() + ": p99 of another client (peer: no attack)",
                            attacked.latencies().percentileMicros(0.99),
                            quiet.latencies().percentileMicros(0.99),
                            Figures::micros,
                            Target.ratioAtMost(MAX_RATIO)),
                    Result.counted("  its errors", attacked.errors(), quiet.errors(), Target.atMost(0, "")));
        }
    }
}
