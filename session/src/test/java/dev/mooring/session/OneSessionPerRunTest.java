package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.local;
import static dev.mooring.session.Fixtures.outcome;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.run.AgentRun;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One session per server and run, opened on first use and shared by all calls of the run. */
class OneSessionPerRunTest extends HoldingSessions {
    @Test
    void secondCallUsesTheSessionOfTheFirst() {
        Sessions sessions = holding(local("a"));
        AgentRun.run(() -> {
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(call(sessions, "a", "count")).isEqualTo("2");
        });
    }

    @Test
    void callsUseTheSessionThatTheRunHolds() throws Exception {
        Sessions sessions = holding(
                counted("a").with(ServerSettings.builder().maxSessions(1).build()));
        AgentRun.run(() -> {
            assertThat(sessions.hold("a").succeeded()).isTrue();
            assertThat(call(sessions, "a", "count")).isEqualTo("1");
            assertThat(startedProcesses("a")).hasSize(1);
        });
    }

    @Test
    void differentServersHaveDifferentSessions() {
        Sessions sessions = holding(local("a"), local("b"));
        AgentRun.run(() -> assertThat(process(sessions, "a").pid())
                .isNotEqualTo(process(sessions, "b").pid()));
    }

    @Test
    void twoRunsDoNotShareASession() throws Exception {
        Sessions sessions = holding(local("a"));
        try (var threads = Executors.newFixedThreadPool(2)) {
            List<Future<List<String>>> runs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                runs.add(threads.submit(() -> AgentRun.<List<String>, RuntimeException>call(() -> List.of(
                        call(sessions, "a", "count"), call(sessions, "a", "count"), call(sessions, "a", "pid")))));
            }
            assertThat(runs.get(0).get().subList(0, 2)).containsExactly("1", "2");
            assertThat(runs.get(1).get().subList(0, 2)).containsExactly("1", "2");
            assertThat(runs.get(0).get().get(2)).isNotEqualTo(runs.get(1).get().get(2));
        }
    }

    @Test
    void nestedRunUsesTheSessionOfTheOuterRun() {
        Sessions sessions = holding(local("a"));
        AgentRun.run(() -> {
            call(sessions, "a", "count");
            AgentRun.run(() -> assertThat(call(sessions, "a", "count")).isEqualTo("2"));
            assertThat(call(sessions, "a", "count")).isEqualTo("3");
        });
    }

    @Test
    void concurrentFirstCallersStartOneProcess() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> {
            List<Callable<String>> callers = Collections.nCopies(50, () -> call(sessions, "a", "count"));
            List<Outcome<String>> outcomes = RunScope.require().forkAll(callers);
            assertThat(outcomes).allMatch(Outcome::succeeded);
        });
        assertThat(startedProcesses("a")).hasSize(1);
    }

    @Test
    void parallelCallsOnOneSessionLoseAndMixUpNoReplies() throws Exception {
        assertEveryCallerGetsItsReplies(100);
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void manyParallelCallsOnOneSessionLoseAndMixUpNoReplies() throws Exception {
        assertEveryCallerGetsItsReplies(1_000);
    }

    private void assertEveryCallerGetsItsReplies(int callsPerThread) throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() -> {
            List<Callable<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                int number = i;
                callers.add(() -> {
                    for (int j = 0; j < callsPerThread; j++) {
                        String mine = number + "." + j;
                        if (!Fixtures.text(sessions.call("a", "echo", Fixtures.message(mine)))
                                .equals(mine)) {
                            return false;
                        }
                    }
                    return true;
                });
            }
            for (Outcome<Boolean> outcome : RunScope.require().forkAll(callers)) {
                assertThat(outcome.orThrow()).isTrue();
            }
        });
        assertThat(startedProcesses("a")).hasSize(1);
    }
}
