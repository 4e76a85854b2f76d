package dev.mooring.session;

import static dev.mooring.session.Fixtures.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.RunOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The setting {@code approve} applies to every caller. */
class ApprovalTest extends HoldingSessions {
    private ToolServer careful() {
        Map<String, Approval> approval = new LinkedHashMap<>();
        approval.put("count", Approval.DENY);
        approval.put("echo", Approval.ASK);
        return counted("s")
                .with(ServerSettings.builder()
                        .approval(PerToolSetting.patterns(approval))
                        .build());
    }

    private static void assertNotAllowed(CallOutcome outcome, String reason) {
        assertThat(outcome).isInstanceOf(CallOutcome.NotAllowed.class);
        assertThat(outcome.isError()).isTrue();
        assertThat(outcome.text()).contains(reason).endsWith("The call was not made.");
    }

    /** Calls a tool as a request that the program composes. */
    private static CallOutcome request(Sessions sessions, String tool, ObjectNode arguments)
            throws InterruptedException {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return sessions.request("s", Methods.TOOLS_CALL, params);
    }

    @Test
    void deniedToolIsNotCalledByAProgram() throws Exception {
        Sessions sessions = holding(careful());
        AgentRun.run(() -> {
            assertNotAllowed(outcome(sessions, "s", "count"), "the configuration denies it");
            assertNotAllowed(request(sessions, "count", Json.object()), "the configuration denies it");
        });
        assertThat(startedProcesses("s")).isEmpty();
    }

    @Test
    void deniedToolIsNotCalledForAnOwner() throws Exception {
        Sessions sessions = holding(careful());
        try (ClosableOwner owner = new ClosableOwner("handle")) {
            assertNotAllowed(
                    sessions.call(owner, "s", "count", Json.object(), CallOptions.DEFAULT), "the configuration denies");
            assertNotAllowed(
                    sessions.request(
                            owner, "s", Methods.TOOLS_CALL, Json.object().put("name", "count"), CallOptions.DEFAULT),
                    "the configuration denies");
            assertNotAllowed(
                    sessions.requestEphemeral(
                            owner, "s", Methods.TOOLS_CALL, Json.object().put("name", "count"), CallOptions.DEFAULT),
                    "the configuration denies");
        }
        assertThat(startedProcesses("s")).isEmpty();
    }

    @Test
    void callThatNeedsApprovalIsRefusedIfNobodyCanBeAsked() throws Exception {
        Sessions sessions = holding(careful());
        AgentRun.run(() -> {
            assertNotAllowed(sessions.call("s", "echo", Fixtures.message("x")), "no person is available to approve it");
            assertNotAllowed(request(sessions, "echo", Fixtures.message("x")), "no person is available to approve it");
        });
        assertThat(startedProcesses("s")).isEmpty();
    }

    @Test
    void approverOfTheSessionsDecides() throws Exception {
        List<Approver.Request> requests = new CopyOnWriteArrayList<>();
        Sessions sessions =
                keep(Sessions.builder(List.of(careful())).options(SHORT_GRACE).approver(request -> {
                    requests.add(request);
                    return request.arguments().path("message").asString("").equals("yes")
                            ? new Approver.Answer.Allowed()
                            : new Approver.Answer.Refused("the person said no");
                }));
        AgentRun.run(RunOptions.named("night job"), () -> {
            assertThat(Fixtures.text(sessions.call("s", "echo", Fixtures.message("yes"))))
                    .isEqualTo("yes");
            assertNotAllowed(sessions.call("s", "echo", Fixtures.message("no")), "the person said no");
            assertNotAllowed(request(sessions, "echo", Fixtures.message("never")), "the person said no");
            assertThat(outcome(sessions, "s", "pid")).isInstanceOf(CallOutcome.Answered.class);
        });
        assertThat(requests)
                .containsExactly(
                        new Approver.Request("night job", "s", "echo", Fixtures.message("yes")),
                        new Approver.Request("night job", "s", "echo", Fixtures.message("no")),
                        new Approver.Request("night job", "s", "echo", Fixtures.message("never")));
    }
}
