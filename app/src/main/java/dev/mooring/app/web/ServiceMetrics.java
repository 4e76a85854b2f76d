package dev.mooring.app.web;

import dev.mooring.mcp.server.http.HttpEndpoint;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** What a running service counts, for Prometheus to fetch. Names of tools only: nothing of what they are asked. */
public final class ServiceMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final MeterProvider<Timer> calls = Timer.builder("mooring.tool.calls")
            .description("Calls of tools, and how long they took")
            .withRegistry(registry);

    /** Counts a call of a tool that is over. */
    public void called(String tool, Duration took, boolean failed) {
        calls.withTags("tool", tool, "outcome", failed ? "error" : "ok").record(took);
    }

    /** Follows how many sessions and calls an endpoint has. */
    public void watch(HttpEndpoint endpoint) {
        Gauge.builder("mooring.http.sessions", endpoint, HttpEndpoint::sessionCount)
                .description("Legacy sessions that are held")
                .register(registry);
        Gauge.builder("mooring.http.calls", endpoint, HttpEndpoint::callsInFlight)
                .description("Requests that are being answered, listening streams included")
                .register(registry);
    }

    /** Where a service counts what only it has. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Everything, in the format of Prometheus. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
