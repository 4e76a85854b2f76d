package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Openings that fail, and callers that are interrupted while a session opens. */
class OpeningTest extends HoldingSessions {
    @Nested
    class FailedOpening {
        @Test
        void failureIsSharedByAllWaitersAndTheNextCallRetries() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                remote.control("{\"refuse\": 503}");
                AgentRun.run(() -> {
                    List<Callable<CallOutcome>> callers =
                            Collections.nCopies(50, () -> outcome(sessions, "r", "count"));
                    Set<Failure> failures = new HashSet<>();
                    for (Outcome<CallOutcome> each : RunScope.require().forkAll(callers)) {
                        failures.add(((CallOutcome.NotOpened) each.orThrow()).failure());
                    }
                    assertThat(failures)
                            .singleElement()
                            .isInstanceOfSatisfying(
                                    Failure.Refused.class,
                                    refused -> assertThat(refused.status()).isEqualTo(503));
                    remote.control("{}");
                    assertThat(call(sessions, "r", "count")).isEqualTo("1");
                });
            }
        }

        @Test
        void failureNamesStatusServerAndAddressButNoSecret() throws Exception {
            try (Remote remote = Remote.start()) {
                ToolServer server = new ToolServer(
                        "r",
                        new ServerLocation.Remote(
                                remote.address("/abcdefgh12345/mcp?key=abcdefgh12345"),
                                Map.of("Authorization", "Bearer abcdefgh12345")),
                        ServerSettings.DEFAULT,
                        Secrets.of(List.of("abcdefgh12345")));
                Sessions sessions = holding(server);
                remote.control("{\"refuse\": 401, \"body\": {\"error\": \"unknown key abcdefgh12345\"}}");
                AgentRun.run(() -> {
                    CallOutcome.NotOpened failed = (CallOutcome.NotOpened) outcome(sessions, "r", "count");
                    assertThat(failed.message())
                            .contains("r")
                            .contains("HTTP 401 Unauthorized from http://127.0.0.1:" + remote.port() + "/[secret]/mcp")
                            .contains("{\"error\":\"unknown key [secret]\"}")
                            .contains("nothing was done")
                            .doesNotContain("abcdefgh12345");
                });
            }
        }

        @Test
        void refusedConnectionIsReportedAsSuch() throws Exception {
            Remote remote = Remote.start();
            remote.kill();
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "r", "count")).message())
                    .endsWith("cannot connect to " + remote.address("/mcp") + ": Connection refused"));
        }

        @Test
        void unknownHostIsNamed() {
            Sessions sessions = holding(ToolServer.of(
                    "r", ServerLocation.Remote.at(URI.create("http://no-such-host.invalid:8080/mcp?key=secret"))));
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "r", "count")).message())
                    .endsWith("cannot connect to http://no-such-host.invalid:8080/mcp: no such host"));
        }

        @Test
        void failureOfAProcessThatDoesNotRespondHasItsStderr() {
            ToolServer slow = ToolServer.of(
                            "b",
                            ServerLocation.Local.of("sh", "-c", "echo waiting for the database >&2; exec sleep 600"))
                    .with(ServerSettings.builder()
                            .openTimeout(Duration.ofMillis(300))
                            .build());
            Sessions sessions = holding(slow);
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "b", "count")).message())
                    .contains("no response within 300 ms", "waiting for the database"));
        }

        @Test
        void failureOfAProcessThatExitsHasItsExitCodeAndStderr() {
            ToolServer broken = ToolServer.of("b", ServerLocation.Local.of("sh", "-c", "echo no licence >&2; exit 4"));
            Sessions sessions = holding(broken);
            AgentRun.run(() -> assertThat(((CallOutcome.NotOpened) outcome(sessions, "b", "count")).message())
                    .contains("code 4")
                    .contains("no licence"));
        }
    }

    @Nested
    class ServerThatExitsAfterTheHandshake {
        private static final String HANDSHAKE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                + "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"b\",\"version\":\"1\"}}}";

        private Sessions sessions() {
            ToolServer broken = ToolServer.of(
                    "b",
                    ServerLocation.Local.of(
                            "sh",
                            "-c",
                            "echo $$ >> " + starts("b") + "; read -r line; echo '" + HANDSHAKE + "'; exit 4"));
            return keep(Sessions.builder(List.of(broken)).options(SHORT_GRACE).listener(event -> {
                if (event instanceof SessionEvent.Opened) {
                    await().until(this::isExitNoticed);
                }
            }));
        }

        private boolean isExitNoticed() throws Exception {
            return startedProcesses("b").stream().noneMatch(HoldingSessions::isAlive)
                    && Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().startsWith("mcp-stderr-sh"));
        }

        @Test
        void callStartsItAFewTimesOnly() throws Exception {
            Sessions sessions = sessions();
            AgentRun.run(
                    () -> assertThat(outcome(sessions, "b", "count").isError()).isTrue());
            assertThat(startedProcesses("b")).hasSizeLessThanOrEqualTo(SessionCall.MAX_ATTEMPTS);
        }

        @Test
        void listingStartsItAFewTimesOnly() throws Exception {
            Sessions sessions = sessions();
            AgentRun.<Exception>run(
                    () -> assertThat(sessions.toolListing("b")).isInstanceOf(ToolListing.Unavailable.class));
            assertThat(startedProcesses("b")).hasSizeLessThanOrEqualTo(SessionCall.MAX_ATTEMPTS);
        }
    }

    @Nested
    class InterruptedCaller {
        private ToolServer slow() {
            return ToolServer.of(
                    "slow", ServerLocation.Local.of("sh", "-c", "echo $$ >> " + starts("slow") + "; exec sleep 600"));
        }

        @Test
        void noProcessIsLeftWhenTheOnlyCallerIsInterrupted() throws Exception {
            Sessions sessions = holding(slow());
            AgentRun.run(() -> {
                Fork<CallOutcome> only = RunScope.require().fork(() -> outcome(sessions, "slow", "count"));
                await().until(() -> Files.exists(starts("slow"))
                        && !startedProcesses("slow").isEmpty());
                only.interrupt();
                await().atMost(Duration.ofSeconds(5))
                        .until(() -> startedProcesses("slow").stream().noneMatch(HoldingSessions::isAlive));
            });
        }

        @Test
        void otherCallersGetTheSessionWhenOneIsInterrupted() throws Exception {
            try (Remote remote = Remote.start()) {
                Sessions sessions = holding(remote.server("r"));
                remote.control("{\"stall\": true}");
                AgentRun.run(() -> {
                    Fork<CallOutcome> first = RunScope.require().fork(() -> outcome(sessions, "r", "count"));
                    await().until(() -> remote.initializes() == 1);
                    AtomicReference<Thread> waiter = new AtomicReference<>();
                    Fork<CallOutcome> second = RunScope.require().fork(() -> {
                        waiter.set(Thread.currentThread());
                        return outcome(sessions, "r", "count");
                    });
                    await().until(() -> waiter.get() != null && waiter.get().getState() == Thread.State.WAITING);
                    first.interrupt();
                    remote.control("{\"release\": true}");
                    assertThat(Fixtures.text(second.join())).isEqualTo("1");
                    assertThat(remote.initializes()).isEqualTo(1);
                });
            }
        }
    }
}
