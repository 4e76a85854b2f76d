package dev.mooring.app.gateway;

import dev.mooring.app.web.ServiceMetrics;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.GatewayOptions;
import dev.mooring.mcp.server.http.HttpEndpoint;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;

/** What a gateway counts. Names of servers and tools only: nothing of what they are asked. */
final class GatewayMetrics implements GatewayOptions.CallListener {
    private final ServiceMetrics metrics;

    private final MeterProvider<Timer> calls;

    GatewayMetrics(ServiceMetrics metrics) {
        this.metrics = metrics;
        this.calls = Timer.builder("mooring.gateway.calls")
                .description("Calls of tools through the gateway, and how long they took")
                .withRegistry(metrics.registry());
    }

    @Override
    public void onCall(String server, String tool, Duration took, boolean failed) {
        calls.withTags("server", server, "tool", tool, "outcome", failed ? "error" : "ok")
                .record(took);
    }

    void watch(Gateway gateway) {
        Gauge.builder(
                        "mooring.gateway.handles",
                        gateway,
                        served -> served.status(Optional.empty()).sessions().size())
                .description("Handles that were given out and have not ended")
                .register(metrics.registry());
    }

    void watch(HttpEndpoint endpoint) {
        Gauge.builder("mooring.http.sessions", endpoint, HttpEndpoint::sessionCount)
                .description("Legacy sessions that are held")
                .tag("path", endpoint.path())
                .register(metrics.registry());
        Gauge.builder("mooring.http.calls", endpoint, HttpEndpoint::callsInFlight)
                .description("Requests that are being answered, listening streams included")
                .tag("path", endpoint.path())
                .register(metrics.registry());
    }
}
