package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("counterpart")
class SessionMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double count(String name) {
        return registry.get(name).tag("server", "a").counter().count();
    }

    @Test
    void sessionMetricsAreTaggedByServerAndNotByRun() {
        try (Sessions sessions =
                Sessions.builder(List.of(Fixtures.local("a"))).metrics(registry).build()) {
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                call(sessions, "a", "count");
                assertThat(registry.get("mooring.sessions.open").gauge().value())
                        .isEqualTo(1);
                outcome(sessions, "a", "exit");
                call(sessions, "a", "count");
            });
        }
        assertThat(count("mooring.sessions.opened")).isEqualTo(2);
        assertThat(count("mooring.sessions.failed")).isZero();
        assertThat(registry.get("mooring.sessions.opening").timer().count()).isEqualTo(2);
        assertThat(registry.get("mooring.sessions.opening").timer().totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
        assertThat(count("mooring.sessions.lost")).isEqualTo(1);
        assertThat(count("mooring.sessions.closed")).isEqualTo(2);
        assertThat(count("mooring.sessions.reused")).isEqualTo(2);
        assertThat(registry.get("mooring.sessions.open").gauge().value()).isZero();
        assertThat(registry.get("mcp.client.operation.duration").timer().count())
                .isEqualTo(4);
        assertThat(registry.get("mcp.client.session.duration").timer().count()).isEqualTo(2);
        assertThat(registry.getMeters())
                .allSatisfy(
                        meter -> assertThat(meter.getId().getTags().toString()).doesNotContain("run_"));
    }

    @Test
    void requestsOfEveryKindOfCallerAreTimed() throws Exception {
        try (Sessions sessions = Sessions.builder(List.of(Fixtures.local("a")))
                        .metrics(registry)
                        .build();
                ClosableOwner owner = new ClosableOwner("handle")) {
            AgentRun.run(() -> call(sessions, "a", "count"));
            sessions.call(owner, "a", "count", Json.object(), CallOptions.DEFAULT);
            sessions.requestEphemeral(owner, "a", Methods.TOOLS_LIST, Json.object(), CallOptions.DEFAULT);
            try (EphemeralSession session = sessions.ephemeral("a")) {
                session.request(Methods.TOOLS_LIST, Json.object(), CallOptions.DEFAULT);
            }
        }
        assertThat(registry.get("mcp.client.operation.duration").timer().count())
                .isEqualTo(4);
    }

    @Test
    void openingThatFailsIsCountedAsFailed() {
        ToolServer broken = ToolServer.of("a", ServerLocation.Local.of("sh", "-c", "exit 1"));
        try (Sessions sessions =
                Sessions.builder(List.of(broken)).metrics(registry).build()) {
            AgentRun.run(() -> {
                outcome(sessions, "a", "count");
                outcome(sessions, "a", "count");
            });
        }
        assertThat(count("mooring.sessions.failed")).isEqualTo(2);
        assertThat(count("mooring.sessions.opened")).isZero();
        assertThat(registry.get("mooring.sessions.opening").timer().count()).isZero();
        assertThat(registry.get("mooring.sessions.open").gauge().value()).isZero();
    }
}
