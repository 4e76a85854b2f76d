package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** After {@link Sessions#close} every call fails, and nothing is opened. */
class ClosedSessionsTest extends HoldingSessions {
    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(SessionsClosed.class);
    }

    @Test
    void everyRequestFailsInAnOpenRun() throws Exception {
        Sessions sessions = holding(counted("s"), counted("unused"));
        AgentRun.run(() -> {
            call(sessions, "s", "count");
            sessions.close();
            assertRefused(() -> sessions.call("s", "count", Json.object()));
            assertRefused(() -> sessions.call("unused", "count", Json.object()));
            assertRefused(() -> sessions.hold("s"));
            assertRefused(() -> sessions.toolListing("unused"));
            assertRefused(() -> sessions.ephemeral("s"));
            assertThat(sessions.toolListingIfOpen("s")).isEmpty();
        });
        assertRefused(() -> sessions.toolListing("s"));
        try (ClosableOwner owner = new ClosableOwner("late")) {
            assertRefused(() -> sessions.call(owner, "s", "count", Json.object(), CallOptions.DEFAULT));
            assertRefused(() ->
                    sessions.requestEphemeral(owner, "s", Methods.TOOLS_LIST, Json.object(), CallOptions.DEFAULT));
        }
        assertThat(startedProcesses("s")).hasSize(1).noneMatch(HoldingSessions::isAlive);
        assertThat(startedProcesses("unused")).isEmpty();
    }

    @Test
    void openingsInFlightLeaveNoProcessBehind() throws Exception {
        Sessions sessions = holding(counted("s"), counted("shared", "--era", "modern"));
        AgentRun.run(() -> {
            List<Fork<CallOutcome>> forks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String server = i % 2 == 0 ? "s" : "shared";
                forks.add(RunScope.require().fork(() -> sessions.call(server, "count", Json.object())));
            }
            await().until(() -> !startedProcesses("s").isEmpty()
                    && !startedProcesses("shared").isEmpty());
            assertThat(runningServers()).isNotEmpty();
            sessions.close();
            for (Fork<CallOutcome> fork : forks) {
                fork.await();
            }
            assertRefused(() -> sessions.call("shared", "count", Json.object()));
        });
        await().untilAsserted(() -> assertThat(runningServers()).isEmpty());
    }

    /** Returns the processes of the servers. Unlike {@link #startedProcesses}, finds a process before it has recorded its start. */
    private List<ProcessHandle> runningServers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
    }

    @Test
    void sessionsOfSingleCallersAreClosedToo() throws Exception {
        Sessions sessions = holding(
                counted("call")
                        .with(ServerSettings.builder().sharing(Sharing.CALL).build()),
                counted("ephemeral"));
        CountDownLatch inFlight = new CountDownLatch(1);
        CallOptions options =
                CallOptions.builder().progress(_ -> inFlight.countDown()).build();
        ObjectNode endless = Json.object().put("steps", 1_000_000).put("pause", 10);
        AgentRun.run(() -> {
            Fork<CallOutcome> call = RunScope.require().fork(() -> sessions.call("call", "progress", endless, options));
            EphemeralSession ephemeral = sessions.ephemeral("ephemeral");
            inFlight.await();
            sessions.close();
            assertThat(startedProcesses("call")).hasSize(1).noneMatch(HoldingSessions::isAlive);
            assertThat(startedProcesses("ephemeral")).hasSize(1).noneMatch(HoldingSessions::isAlive);
            assertThat(call.join())
                    .isInstanceOfSatisfying(
                            CallOutcome.SessionLost.class,
                            lost -> assertThat(lost.mayHaveHappened()).isTrue());
            assertThat(ephemeral.listTools()).isInstanceOf(Reply.Failed.class);
            ephemeral.close();
        });
    }
}
