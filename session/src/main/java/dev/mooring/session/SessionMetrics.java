package dev.mooring.session;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics by server, never by run. Durations are named after the OpenTelemetry conventions for MCP. */
final class SessionMetrics {
    private final MeterRegistry registry;
    private final Map<String, Meters> byServer = new ConcurrentHashMap<>();

    SessionMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    AtomicInteger open(String server) {
        return meters(server).open;
    }

    void opened(String server, Duration took) {
        meters(server).opened.increment();
        meters(server).opening.record(took);
    }

    void reused(String server) {
        meters(server).reused.increment();
    }

    void failed(String server) {
        meters(server).failed.increment();
    }

    void lost(String server) {
        meters(server).lost.increment();
    }

    void closed(String server, Duration lasted) {
        meters(server).closed.increment();
        meters(server).lifetime.record(lasted);
    }

    void called(String server, Duration took) {
        meters(server).calls.record(took);
    }

    private Meters meters(String server) {
        Meters known = byServer.get(server);
        return known != null ? known : byServer.computeIfAbsent(server, name -> new Meters(registry, name));
    }

    private static final class Meters {
        private final AtomicInteger open = new AtomicInteger();
        private final Counter opened;
        private final Counter reused;
        private final Counter failed;
        private final Counter lost;
        private final Counter closed;
        private final Timer opening;
        private final Timer calls;
        private final Timer lifetime;

        Meters(MeterRegistry registry, String server) {
            registry.gauge("mooring.sessions.open", Tags.of("server", server), open);
            opened = registry.counter("mooring.sessions.opened", "server", server);
            reused = registry.counter("mooring.sessions.reused", "server", server);
            failed = registry.counter("mooring.sessions.failed", "server", server);
            lost = registry.counter("mooring.sessions.lost", "server", server);
            closed = registry.counter("mooring.sessions.closed", "server", server);
            opening = registry.timer("mooring.sessions.opening", "server", server);
            calls = registry.timer("mcp.client.operation.duration", "server", server);
            lifetime = registry.timer("mcp.client.session.duration", "server", server);
        }
    }
}
