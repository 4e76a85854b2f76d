package dev.mooring.app.gateway;

import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;

/** The metrics of a gateway. Tags contain names of servers and tools, never arguments. */
final class GatewayMetrics implements GatewayOptions.CallListener {
    private final ServiceMetrics metrics;

    private final MeterProvider<Timer> calls;

    GatewayMetrics(ServiceMetrics metrics) {
        this.metrics = metrics;
        this.calls = Timer.builder("mooring.gateway.calls")
                .description("Tool calls through the gateway and their duration")
                .withRegistry(metrics.registry());
    }

    @Override
    public void onCall(String server, String tool, Duration took, boolean failed) {
        calls.withTags("server", server, "tool", tool, "outcome", failed ? "error" : "ok")
                .record(took);
    }

    /** Registers a gauge for the open handles. */
    void watch(Gateway gateway) {
        Gauge.builder(
                        "mooring.gateway.handles",
                        gateway,
                        served -> served.status(Optional.empty()).sessions().size())
                .description("Open handles")
                .register(metrics.registry());
    }
}
