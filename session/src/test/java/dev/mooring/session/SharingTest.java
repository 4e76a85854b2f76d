package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.run.AgentRun;
import org.junit.jupiter.api.Test;

/** Who shares a session, as the server's settings have it. */
class SharingTest extends HoldingSessions {
    private ToolServer shared(Sharing sharing) {
        return counted("a").with(ServerSettings.builder().sharing(sharing).build());
    }

    @Test
    void byAgentGivesEachInvocationItsOwnSessionUntilItEnds() throws Exception {
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
    void byCallKeepsNothing() throws Exception {
        Sessions sessions = holding(shared(Sharing.CALL));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
        });
        assertThat(startedProcesses("a")).hasSize(2).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void byCallListsTheToolsOncePerRun() throws Exception {
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
    void byAllLastsFromRunToRun() throws Exception {
        Sessions sessions = holding(shared(Sharing.SHARED));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
        sessions.close();
        assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void ofALegacyServerIsByRunUnlessSaidOtherwise() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
    }

    @Test
    void ofAModernOnlyServerIsByAllUnlessSaidOtherwise() {
        Sessions sessions = holding(local("a", "--era", "modern"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
    }

    @Test
    void ofAServerOfBothErasIsByRunInLegacy() {
        Sessions sessions = holding(local("a", "--era", "both"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
        AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("1"));
    }

    @Test
    void mayDifferFromToolToTool() {
        ByTool<Sharing> sharing = ByTool.patterns(new java.util.LinkedHashMap<>(java.util.Map.of("pid", Sharing.CALL)));
        Sessions sessions = holding(
                local("a").with(ServerSettings.builder().sharing(sharing).build()));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "pid")).isNotEqualTo(call(sessions, "a", "pid"));
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(call(sessions, "a", "count")).isEqualTo("2");
        });
    }
}
