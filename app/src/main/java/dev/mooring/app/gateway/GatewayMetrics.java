package dev.mooring.app.gateway;

import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.gateway.CompletedCall;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.gateway.GatewayStatus.ReplicaStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The metrics of a gateway. Tags contain names of servers and tools, never arguments. */
final class GatewayMetrics implements GatewayOptions.CallListener {
    /** The upper bounds of the histogram's buckets: from a call that never leaves the machine to one that waits for a person. */
    private static final Duration[] BUCKETS = IntStream.of(
                    1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final ServiceMetrics metrics;

    private final MeterProvider<Timer> calls;

    GatewayMetrics(ServiceMetrics metrics) {
        this.metrics = metrics;
        this.calls = Timer.builder("mooring.gateway.calls")
                .description("Tool calls through the gateway and their duration")
                .serviceLevelObjectives(BUCKETS)
                .withRegistry(metrics.registry());
    }

    @Override
    public void onCall(CompletedCall call) {
        calls.withTags(
                        "server",
                        call.server(),
                        "tool",
                        call.tool(),
                        "outcome",
                        call.status().name().toLowerCase(Locale.ROOT))
                .record(call.duration());
    }

    /** Registers gauges for the open sessions and for the replicas. */
    void watch(Gateway gateway) {
        Gauge.builder(
                        "mooring.gateway.replicas",
                        gateway,
                        served -> served.status(Optional.empty()).replicas().stream()
                                .filter(ReplicaStatus::isServing)
                                .count())
                .description("Replicas of the gateway that serve sessions; 0 if it runs without replicas")
                .register(metrics.registry());
        Gauge.builder(
                        "mooring.gateway.sessions",
                        gateway,
                        served -> served.status(Optional.empty()).sessions().size())
                .description("Open sessions")
                .register(metrics.registry());
    }
}
