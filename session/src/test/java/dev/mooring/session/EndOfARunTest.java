package dev.mooring.session;

import static dev.mooring.session.Fixtures.call;
import static dev.mooring.session.Fixtures.outcome;
import static dev.mooring.session.Fixtures.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.run.AgentRun;
import dev.mooring.run.Fork;
import dev.mooring.run.RunEnded;
import dev.mooring.run.RunOptions;
import dev.mooring.run.RunScope;
import dev.mooring.run.RunState;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
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
                .hasMessageContaining("the run is closing or has ended");
        assertThat(starts("a")).doesNotExist();
    }

    /** Returns a server whose calls use sessions of the given sharing; null for the default of its era. */
    private ToolServer sharing(String name, @Nullable Sharing sharing) {
        ServerSettings.Builder settings = ServerSettings.builder();
        if (sharing != null) {
            settings.sharing(sharing);
        }
        return counted(name).with(settings.build());
    }

    private static void assertRunEnded(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(RunEnded.class).hasMessageContaining("the run is closing or has ended");
    }

    /** Waits as code does that swallows its interrupt. */
    private static void awaitStubbornly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException _) {
                // stubborn
            }
        }
    }

    @Test
    void forkThatOutlivesItsRunCallsNothing() throws Exception {
        Sessions sessions = holding(
                sharing("call", Sharing.CALL),
                sharing("shared", Sharing.SHARED),
                sharing("used", Sharing.SHARED),
                sharing("default", null));
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Fork<Boolean>> stubborn = new AtomicReference<>();
        RunOptions hasty =
                RunOptions.builder().drain(Duration.ZERO).grace(Duration.ZERO).build();
        AgentRun.run(hasty, () -> {
            assertThat(call(sessions, "used", "count")).isEqualTo("1");
            stubborn.set(RunScope.require().fork(() -> {
                awaitStubbornly(ended);
                for (String server : List.of("call", "shared", "used", "default")) {
                    assertRunEnded(() -> sessions.call(server, "count", Json.object()));
                }
                assertRunEnded(() -> sessions.toolListing("shared"));
                assertRunEnded(() -> sessions.toolListing("default"));
                return sessions.toolListing("call") instanceof ToolListing.Listed;
            }));
        });
        ended.countDown();
        assertThat(stubborn.get().join()).isFalse();
        AgentRun.run(() -> assertThat(call(sessions, "used", "count")).isEqualTo("2"));
        for (String server : List.of("call", "shared", "default")) {
            assertThat(startedProcesses(server)).isEmpty();
        }
    }

    @Test
    void closingRunUsesItsSessionsButOpensNone() throws Exception {
        Sessions sessions = holding(
                sharing("held", Sharing.RUN),
                sharing("used", Sharing.SHARED),
                sharing("lost", Sharing.SHARED),
                sharing("call", Sharing.CALL),
                sharing("shared", Sharing.SHARED),
                sharing("default", null));
        AtomicReference<Fork<Void>> late = new AtomicReference<>();
        AgentRun.run(() -> {
            RunScope scope = RunScope.require();
            call(sessions, "held", "count");
            call(sessions, "used", "count");
            assertThat(outcome(sessions, "lost", "exit")).isInstanceOf(CallOutcome.SessionLost.class);
            late.set(scope.fork(() -> {
                await().until(() -> scope.state() == RunState.CLOSING);
                assertThat(call(sessions, "held", "count")).isEqualTo("2");
                assertThat(call(sessions, "used", "count")).isEqualTo("2");
                for (String server : List.of("lost", "call", "shared", "default")) {
                    assertRunEnded(() -> sessions.call(server, "count", Json.object()));
                }
                return null;
            }));
        });
        late.get().join();
        assertThat(startedProcesses("lost")).hasSize(1);
        for (String server : List.of("call", "shared", "default")) {
            assertThat(startedProcesses(server)).isEmpty();
        }
    }

    @Test
    void endOfAnOwnerStopsItsCallsToSharedSessions() throws Exception {
        Sessions sessions = holding(sharing("shared", Sharing.SHARED));
        ClosableOwner owner = new ClosableOwner("a handle");
        assertThat(sessions.call(owner, "shared", "count", Json.object(), CallOptions.DEFAULT))
                .isInstanceOf(CallOutcome.Answered.class);
        owner.close();
        assertThatThrownBy(() -> sessions.call(owner, "shared", "count", Json.object(), CallOptions.DEFAULT))
                .isInstanceOf(OwnerEnded.class);
        AgentRun.run(() -> assertThat(call(sessions, "shared", "count")).isEqualTo("2"));
    }
}
