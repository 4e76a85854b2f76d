package dev.mooring.app.serve;

import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.vault.mcp.ToolCallListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** What a running service counts, for Prometheus to fetch. Names of tools only: nothing of what they are asked. */
final class ServiceMetrics implements ToolCallListener, AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Override
    public void called(String tool, Duration took, boolean failed) {
        Timer.builder("mooring.tool.calls")
                .description("Calls of tools, and how long they took")
                .tag("tool", tool)
                .tag("outcome", failed ? "error" : "ok")
                .register(registry)
                .record(took);
    }

    void watch(HttpEndpoint endpoint) {
        Gauge.builder("mooring.http.sessions", endpoint, HttpEndpoint::sessionCount)
                .description("Legacy sessions that are held")
                .register(registry);
        Gauge.builder("mooring.http.calls", endpoint, HttpEndpoint::callsInFlight)
                .description("Requests that are being answered, listening streams included")
                .register(registry);
    }

    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
