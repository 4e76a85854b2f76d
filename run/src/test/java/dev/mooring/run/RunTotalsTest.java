package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunTotalsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static CallRecord ok(String server, long millis) {
        return CallRecord.succeeded(server, "op", NOON, Duration.ofMillis(millis));
    }

    @Test
    void totalsAreByServerAndReadableDuringTheRun() {
        AgentRun.run(() -> {
            AgentRun run = AgentRun.require();
            assertThat(run.totals().byServer()).isEmpty();
            assertThat(run.totals().all()).isEqualTo(new RunTotals.Sum(0, 0, 0, 0, Duration.ZERO));
            RunScope.require().record(ok("shell", 2));
            RunScope.require().record(CallRecord.failed("shell", "op", NOON, Duration.ofMillis(3), "no such file"));
            RunScope.require().record(ok("model", 100).tokens(70, 30));
            assertThat(run.totals().byServer())
                    .containsOnlyKeys("shell", "model")
                    .containsEntry("shell", new RunTotals.Sum(2, 1, 0, 0, Duration.ofMillis(5)))
                    .containsEntry("model", new RunTotals.Sum(1, 0, 70, 30, Duration.ofMillis(100)));
            assertThat(run.totals().all()).isEqualTo(new RunTotals.Sum(3, 1, 70, 30, Duration.ofMillis(105)));
        });
    }

    @Test
    void totalsIncludeJoinedScopesButNotIsolatedRuns() {
        AgentRun.run(() -> {
            AgentRun.run(() -> RunScope.require().record(ok("shell", 1)));
            AgentRun.<Integer, RuntimeException>callIsolated(() -> {
                RunScope.require().record(ok("shell", 1));
                return 1;
            });
            assertThat(AgentRun.require().totals().all().calls()).isEqualTo(1);
        });
    }

    @Test
    void concurrentCallsAreAllCounted() throws Exception {
        AgentRun.run(() -> {
            RunScope.require().forkEach(IntStream.range(0, 64).boxed().toList(), i -> {
                for (int n = 0; n < 500; n++) {
                    RunScope.require().record(ok("server " + i % 4, 1).tokens(2, 1));
                }
                return i;
            });
            assertThat(AgentRun.require().totals().byServer())
                    .hasSize(4)
                    .allSatisfy((_, sum) ->
                            assertThat(sum).isEqualTo(new RunTotals.Sum(8000, 0, 16000, 8000, Duration.ofSeconds(8))));
        });
    }

    @Test
    void negativeTokenCountsAreRejected() {
        assertThatThrownBy(() -> ok("model", 1).tokens(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
