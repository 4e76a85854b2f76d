package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.run.AgentRun;
import org.junit.jupiter.api.Test;

/** Outside a run, tool calls fail and listing works. */
class OutsideARunTest extends HoldingSessions {
    @Test
    void callOutsideARunFailsAndNamesTheTool() {
        Sessions sessions = holding(counted("a"));
        assertThatThrownBy(() -> sessions.call("a", "count", Json.object()))
                .isInstanceOf(CalledOutsideRun.class)
                .hasMessageContaining("a/count")
                .hasMessageContaining("bug");
        assertThat(starts("a")).doesNotExist();
    }

    @Test
    void listingOutsideARunUsesAnEphemeralSession() throws Exception {
        Sessions sessions = holding(counted("a"));
        assertThat(sessions.listTools("a")).isInstanceOf(Reply.Result.class);
        assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void ephemeralSessionDoesNotAffectHeldSessions() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> {
            call(sessions, "a", "count");
            try (EphemeralSession session = sessions.ephemeral("a")) {
                assertThat(session.listTools()).isInstanceOf(Reply.Result.class);
            }
            assertThat(call(sessions, "a", "count")).isEqualTo("2");
        });
        assertThat(startedProcesses("a")).hasSize(2);
    }

    @Test
    void unknownServerFailsAndListsTheKnownServers() {
        Sessions sessions = holding(local("a"), local("b"));
        assertThatThrownBy(() -> sessions.listTools("c"))
                .isInstanceOf(UnknownServer.class)
                .hasMessageContaining("a, b");
    }
}
