package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.run.AgentRun;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunScope;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The end of a run closes its sessions, whatever their state. */
class EndOfARunTest extends HoldingSessions {
    @Test
    void endOfARunClosesAllItsSessionsAndNoOthers() throws Exception {
        Sessions sessions = holding(counted("a"), counted("b"));
        CountDownLatch otherIsIn = new CountDownLatch(1);
        CountDownLatch firstIsOver = new CountDownLatch(1);
        AtomicReference<String> later = new AtomicReference<>("");
        FutureTask<Void> other = new FutureTask<>(() -> {
            AgentRun.run(() -> {
                call(sessions, "a", "count");
                otherIsIn.countDown();
                firstIsOver.await();
                later.set(call(sessions, "a", "count"));
            });
            return null;
        });
        Thread.ofVirtual().start(other);
        otherIsIn.await();
        Set<Long> mine = new HashSet<>();
        AgentRun.run(() -> {
            mine.add(process(sessions, "a").pid());
            mine.add(process(sessions, "b").pid());
        });
        assertThat(mine).hasSize(2).noneMatch(HoldingSessions::isAlive);
        firstIsOver.countDown();
        other.get();
        assertThat(later.get()).isEqualTo("2");
        assertThat(startedProcesses("a")).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void sessionsAreClosedWhenTheBodyThrows() throws Exception {
        Sessions sessions = holding(counted("a"));
        assertThatThrownBy(() -> AgentRun.run(() -> {
                    call(sessions, "a", "count");
                    throw new IllegalArgumentException("the body failed");
                }))
                .hasMessage("the body failed");
        assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void serversThatIgnoreTerminationAreKilled() throws Exception {
        Sessions sessions =
                holding(counted("a", "--ignore-eof", "--ignore-term"), counted("b", "--ignore-eof", "--child"));
        AgentRun.run(() -> {
            call(sessions, "a", "count");
            call(sessions, "b", "count");
        });
        assertThat(startedProcesses("a")).noneMatch(HoldingSessions::isAlive);
        assertThat(startedProcesses("b")).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void remoteSessionsAreDeleted() throws Exception {
        try (Remote remote = Remote.start()) {
            Sessions sessions = holding(remote.server("r"));
            AgentRun.run(() -> {
                call(sessions, "r", "count");
                assertThat(remote.open()).hasSize(1);
            });
            assertThat(remote.open()).isEmpty();
        }
    }

    @Test
    void sessionOpenedByAForkIsClosedByTheRun() throws Exception {
        Sessions sessions = holding(counted("a"));
        AgentRun.run(() ->
                RunScope.require().fork(() -> call(sessions, "a", "count")).join());
        assertThat(startedProcesses("a")).hasSize(1).noneMatch(HoldingSessions::isAlive);
    }

    @Test
    void noSessionOpensAfterTheEndOfTheRun() throws Exception {
        Sessions sessions = holding(counted("a"));
        AtomicReference<RunScope> scope = new AtomicReference<>();
        AgentRun.run(() -> scope.set(RunScope.require()));
        assertThatThrownBy(() -> sessions.hold(Owner.of(scope.get()), "a"))
                .isInstanceOf(RunEnded.class)
                .hasMessageContaining("the run has ended");
        assertThat(starts("a")).doesNotExist();
    }
}
