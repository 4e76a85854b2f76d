package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Timeouts and session limits. */
class SessionLimitsTest extends HoldingSessions {
    @Nested
    class CallTimeout {
        @Test
        void timedOutCallIsCancelledAndTheSessionStaysUsable() throws Exception {
            Sessions sessions = holding(local("a"));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                CallOutcome late = sessions.call(
                        "a",
                        "stall",
                        Json.object(),
                        CallOptions.builder().timeout(Duration.ofMillis(100)).build());
                assertThat(late).isInstanceOf(CallOutcome.TimedOut.class);
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
                assertThat(call(sessions, "a", "cancelled")).matches("\\[\\d+]");
            });
        }
    }

    @Nested
    class Limits {
        @Test
        void openingBeyondTheSessionLimitFailsAtTheTimeout() {
            ToolServer one = local("a")
                    .with(ServerSettings.builder()
                            .maxSessions(1)
                            .openTimeout(Duration.ofSeconds(2))
                            .build());
            Sessions sessions = holding(one);
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                String refused = AgentRun.callIsolated(
                        () -> ((CallOutcome.NotOpened) outcome(sessions, "a", "count")).message());
                assertThat(refused)
                        .contains("Session limit of a reached (1), and no session ended before the open timeout");
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        }

        @Test
        void openingBeyondTheLimitOfAllServersFailsAtTheTimeout() {
            ServerSettings impatient = ServerSettings.builder()
                    .maxSessions(1)
                    .openTimeout(Duration.ofSeconds(2))
                    .build();
            Sessions sessions = keep(Sessions.builder(
                            List.of(local("a").with(impatient), local("b").with(impatient)))
                    .options(SHORT_GRACE)
                    .maxSessions(1));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                assertThat(((CallOutcome.NotOpened) outcome(sessions, "b", "count")).message())
                        .contains("Session limit of all servers reached (1), and no session ended before the open"
                                + " timeout");
                assertThat(sessions.isAtLimit("b"))
                        .as("the failed opening holds the permit of its server")
                        .isFalse();
                assertThat(call(sessions, "a", "count")).isEqualTo("2");
            });
            AgentRun.run(() -> assertThat(call(sessions, "b", "count")).isEqualTo("1"));
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        }

        @Test
        void openingThatFailsLeavesTheLimitsUnchanged() {
            ToolServer broken = ToolServer.of("broken", ServerLocation.Local.of("false"));
            Sessions sessions = keep(Sessions.builder(List.of(broken, local("a")))
                    .options(SHORT_GRACE)
                    .maxSessions(1)
                    .failAtLimit());
            AgentRun.run(() -> {
                assertThat(outcome(sessions, "broken", "count")).isInstanceOf(CallOutcome.NotOpened.class);
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
            });
        }

        @Test
        void openingBeyondTheSessionLimitFailsAtOnceIfConfigured() {
            ToolServer one = local("a")
                    .with(ServerSettings.builder()
                            .maxSessions(1)
                            .openTimeout(Duration.ofMinutes(10))
                            .build());
            try (Sessions sessions =
                    Sessions.builder(List.of(one)).failAtLimit().build()) {
                AgentRun.run(() -> {
                    call(sessions, "a", "count");
                    String refused = AgentRun.callIsolated(
                            () -> ((CallOutcome.NotOpened) outcome(sessions, "a", "count")).message());
                    assertThat(refused).contains("Session limit of a reached (1). End a session or raise maxSessions.");
                });
                AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
            }
        }

        @Test
        void idleSharedSessionIsClosedAndTheLossIsReported() throws Exception {
            ToolServer brief = counted("a")
                    .with(ServerSettings.builder()
                            .sharing(Sharing.SHARED)
                            .idle(Duration.ofMillis(200))
                            .build());
            Sessions sessions = holding(brief);
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                await().until(() -> startedProcesses("a").stream().noneMatch(HoldingSessions::isAlive));
                CallOutcome.SessionLost lost = (CallOutcome.SessionLost) outcome(sessions, "a", "count");
                assertThat(lost.message()).contains("without use");
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
            });
        }

        @Test
        void orderedCallsRunOneAfterAnother() throws Exception {
            Sessions sessions = holding(
                    local("a").with(ServerSettings.builder().ordered(true).build()));
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                Fork<CallOutcome> stalled = RunScope.require()
                        .fork(() -> sessions.call(
                                "a",
                                "stall",
                                Json.object(),
                                CallOptions.builder()
                                        .timeout(Duration.ofMillis(400))
                                        .build()));
                await().pollInSameThread().until(() -> stalledIsOut(sessions));
                assertThat(call(sessions, "a", "cancelled")).matches("\\[\\d+]");
                stalled.join();
            });
        }

        private boolean stalledIsOut(Sessions sessions) throws InterruptedException {
            return sessions.hold("a") instanceof Outcome.Succeeded<HeldSession>(HeldSession session)
                    && session.idle().isZero();
        }
    }
}
