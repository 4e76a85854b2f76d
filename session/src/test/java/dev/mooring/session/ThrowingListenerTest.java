package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session listener that throws an exception for every event. */
class ThrowingListenerTest extends HoldingSessions {
    private Sessions withThrowingListener(ToolServer server) {
        return keep(Sessions.builder(List.of(server)).options(SHORT_GRACE).listener(event -> {
            throw new IllegalStateException("no events please");
        }));
    }

    @Test
    void sessionIsUsedAndClosedAlthoughTheListenerThrows() throws Exception {
        Sessions sessions = withThrowingListener(counted("a")
                .with(ServerSettings.builder()
                        .maxSessions(1)
                        .openTimeout(Duration.ofSeconds(10))
                        .build()));
        for (int run = 0; run < 2; run++) {
            AgentRun.run(() -> {
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
        }
        assertThat(startedProcesses("a")).hasSize(2).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void openingThatFailsIsReportedAlthoughTheListenerThrows() {
        Sessions sessions = withThrowingListener(
                ToolServer.of("a", ServerLocation.Local.of("sh", "-c", "echo no licence; exit 4")));
        AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "a", "count")).message())
                .contains("code 4"));
    }

    @Test
    void idleSessionsKeepExpiringAlthoughTheListenerThrows() throws Exception {
        Sessions sessions = withThrowingListener(counted("a")
                .with(ServerSettings.builder()
                        .sharing(Sharing.SHARED)
                        .idle(Duration.ofMillis(200))
                        .build()));
        for (int started = 1; started <= 2; started++) {
            int processes = started;
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            await().until(() -> startedProcesses("a").size() == processes
                    && startedProcesses("a").stream().noneMatch(HoldingSessions::isAlive));
        }
    }
}
