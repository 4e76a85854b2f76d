package dev.mooring.app.web;

import dev.mooring.mcp.server.http.HttpEndpoint;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** The metrics of a running service, in the format of Prometheus. Tags contain names of tools, never arguments. */
public final class ServiceMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final MeterProvider<Timer> calls = Timer.builder("mooring.tool.calls")
            .description("Tool calls and their duration")
            .withRegistry(registry);

    /** Records a finished tool call. */
    public void called(String tool, Duration took, boolean failed) {
        calls.withTags("tool", tool, "outcome", failed ? "error" : "ok").record(took);
    }

    /** Registers gauges for the transport sessions and the requests in flight of an endpoint. */
    public void watch(HttpEndpoint endpoint) {
        Gauge.builder("mooring.http.sessions", endpoint, HttpEndpoint::sessionCount)
                .description("Open legacy transport sessions")
                .tag("path", endpoint.path())
                .register(registry);
        Gauge.builder("mooring.http.calls", endpoint, HttpEndpoint::callsInFlight)
                .description("Requests in flight, listening streams included")
                .tag("path", endpoint.path())
                .register(registry);
    }

    /** Returns the registry, for metrics of one kind of service. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Returns all metrics in the format of Prometheus. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
