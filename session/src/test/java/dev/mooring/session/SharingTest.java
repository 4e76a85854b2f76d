package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.run.AgentRun;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which calls share a session, by setting and by default. */
class SharingTest extends HoldingSessions {
    private ToolServer shared(Sharing sharing) {
        return counted("a").with(ServerSettings.builder().sharing(sharing).build());
    }

    @Test
    void agentSharingGivesEachInvocationItsOwnSession() throws Exception {
        Sessions sessions = holding(shared(Sharing.AGENT));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            long inner = AgentRun.call(() -> {
                assertThat(call(sessions, "a", "count")).isEqualTo("1");
                return process(sessions, "a").pid();
            });
            assertThat(isAlive(inner)).isFalse();
            assertThat(call(sessions, "a", "count")).isEqualTo("2");
        });
    }

    @Test
    void callSharingKeepsNoState() throws Exception {
        Sessions sessions = holding(shared(Sharing.CALL));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
        });
        assertThat(startedProcesses("a")).hasSize(2).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void callSharingListsTheToolsOncePerRun() throws Exception {
        Sessions sessions = holding(shared(Sharing.CALL));
        AgentRun.<Exception>run(() -> {
            assertThat(sessions.toolListing("a")).isInstanceOf(ToolListing.Listed.class);
            AgentRun.<Exception>run(() -> assertThat(sessions.toolListing("a")).isInstanceOf(ToolListing.Listed.class));
            assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
        });
        AgentRun.<Exception>run(() -> assertThat(sessions.toolListing("a")).isInstanceOf(ToolListing.Listed.class));
        assertThat(startedProcesses("a")).hasSize(2);
    }

    @Test
    void sharedSessionLastsAcrossRuns() throws Exception {
        Sessions sessions = holding(shared(Sharing.SHARED));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
        sessions.close();
        assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void legacyServerDefaultsToRunSharing() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
    }

    @Test
    void modernOnlyServerDefaultsToSharedSharing() {
        Sessions sessions = holding(local("a", "--era", "modern"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
    }

    @Test
    void dualEraServerDefaultsToRunSharingInLegacy() {
        Sessions sessions = holding(local("a", "--era", "both"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
    }

    @Test
    void sharingCanDifferPerTool() {
        PerToolSetting<Sharing> sharing = PerToolSetting.patterns(Map.of("pid", Sharing.CALL));
        Sessions sessions = holding(
                local("a").with(ServerSettings.builder().sharing(sharing).build()));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "pid")).isNotEqualTo(call(sessions, "a", "pid"));
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(call(sessions, "a", "count")).isEqualTo("2");
        });
    }
}
