package dev.mooring.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.CompletedCall;
import dev.mooring.gateway.CompletedCall.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ServerStatisticsTest {
    private final ServerStatistics statistics = new ServerStatistics();

    private void call(String server, long millis, Status status) {
        statistics.onCall(new CompletedCall(
                server, "tool", Optional.empty(), Optional.empty(), Instant.EPOCH, Duration.ofMillis(millis), status));
    }

    @Test
    void serverWithoutCallsHasNoLatency() {
        assertThat(statistics.of("a")).isEqualTo(ServerStatistics.Summary.NONE);
    }

    @Test
    void summaryCanBeReadDuringTheFirstCall() throws Exception {
        try (var executor = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 2_000; i++) { // some of the first calls overlap with a summary
                String server = "server " + i;
                Future<?> first = executor.submit(() -> call(server, 1, Status.OK));
                while (statistics.of(server).calls() == 0) {
                    Thread.onSpinWait();
                }
                first.get();
            }
        }
    }

    @Test
    void costIsPerServerAndCountsErrors() {
        call("a", 1, Status.OK);
        call("a", 2, Status.ERROR);
        call("a", 3, Status.CANCELLED);
        call("b", 4, Status.OK);

        assertThat(statistics.of("a").calls()).isEqualTo(3);
        assertThat(statistics.of("a").errors()).isEqualTo(1);
        assertThat(statistics.of("b").latency())
                .contains(new ServerStatistics.Latency(Duration.ofMillis(4), Duration.ofMillis(4)));
    }

    @Test
    void percentilesAreThoseOfTheLatestThousandCalls() {
        for (int i = 0; i < 1_000; i++) {
            call("a", 60_000, Status.OK);
        }
        for (int i = 1; i <= 1_000; i++) {
            call("a", i, Status.OK);
        }

        assertThat(statistics.of("a").calls()).isEqualTo(2_000);
        assertThat(statistics.of("a").latency())
                .contains(new ServerStatistics.Latency(Duration.ofMillis(500), Duration.ofMillis(950)));
    }
}
