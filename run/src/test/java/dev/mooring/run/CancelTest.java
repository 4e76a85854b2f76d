package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CancelTest {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    /** Cancels the current run from another thread once this one waits. */
    private void cancelWhenWaiting(RunScope scope, String reason) {
        Thread here = Thread.currentThread();
        Thread.ofVirtual().start(() -> {
            Waiting.until(() -> here.getState() == Thread.State.WAITING);
            scope.cancel(reason);
        });
    }

    @Test
    void cancelInterruptsTheBodyAndReportsTheReason() {
        assertThatExceptionOfType(RunCancelled.class)
                .isThrownBy(() -> AgentRun.run(() -> {
                    cancelWhenWaiting(RunScope.require(), "the user left");
                    Waiting.forEver();
                }))
                .withMessageMatching("run_[0-9a-f]{16} was cancelled: the user left")
                .withCauseInstanceOf(InterruptedException.class)
                .satisfies(e -> assertThat(e.reason()).isEqualTo("the user left"));
        assertThat(Thread.currentThread().isInterrupted())
                .as("our interrupt does not stick to the caller's thread")
                .isFalse();
    }

    @Test
    void cancelInterruptsForksWithoutDraining() {
        assertThatThrownBy(() -> AgentRun.run(
                        RunOptions.builder().drain(Duration.ofHours(1)).build(), () -> {
                            var there = new CountDownLatch(1);
                            RunScope.require().fork(() -> {
                                there.countDown();
                                try {
                                    Waiting.forEver();
                                } catch (InterruptedException e) {
                                    seen.add("fork");
                                }
                                return 1;
                            });
                            Waiting.untilOpened(there);
                            AgentRun.require().cancel("enough");
                        }))
                .isInstanceOf(RunCancelled.class);
        assertThat(seen).containsExactly("fork");
    }

    @Test
    void cancelledRunRefusesForksJoinsAndHooks() {
        assertThatThrownBy(() -> AgentRun.run(() -> {
                    AgentRun run = AgentRun.require();
                    assertThat(run.cancel("enough")).isTrue();
                    assertThat(run.state()).isEqualTo(RunState.CLOSING);
                    assertThatThrownBy(() -> run.root().fork(() -> 1)).isInstanceOf(RunEnded.class);
                    assertThatThrownBy(() -> AgentRun.call(() -> 1)).isInstanceOf(RunEnded.class);
                    seen.add("refused");
                }))
                .isInstanceOf(RunCancelled.class);
        assertThat(seen).containsExactly("refused");
    }

    @Test
    void cancelWinsOverABodyThatReturnsNormally() {
        assertThatThrownBy(() -> AgentRun.call(() -> {
                    AgentRun.require().cancel("first");
                    AgentRun.require().cancel("second");
                    return "result";
                }))
                .isInstanceOf(RunCancelled.class)
                .hasNoCause()
                .hasMessageEndingWith("first");
    }

    @Test
    void cancelOfAnEndedRunHasNoEffect() {
        AgentRun ended = AgentRun.call(AgentRun::require);
        assertThat(ended.cancel("too late")).isFalse();
        assertThat(ended.state()).isEqualTo(RunState.ENDED);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void interruptFromOtherCodeIsRestored() {
        AgentRun.run(() -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Nested
    class NestedScopes {
        @Test
        void cancelEndsAllNestedScopes() {
            assertThatExceptionOfType(RunCancelled.class)
                    .isThrownBy(() -> AgentRun.run(() -> {
                        RunScope root = RunScope.require();
                        root.onEnd("root", () -> seen.add("root's hook"));
                        AgentRun.run(() -> {
                            RunScope.require().onEnd("joined", () -> seen.add("joined's hook"));
                            cancelWhenWaiting(root, "enough");
                            Waiting.forEver();
                        });
                    }))
                    .satisfies(e -> assertThat(e.scopeId()).doesNotContain("/"))
                    .withCauseInstanceOf(RunCancelled.class);
            assertThat(seen).containsExactly("joined's hook", "root's hook");
        }

        @Test
        void cancelReachesABodyThatSwallowsTheExceptionOfAJoinedScope() {
            assertThatThrownBy(() -> AgentRun.run(() -> {
                        RunScope root = RunScope.require();
                        assertThatThrownBy(() -> AgentRun.run(() -> {
                                    cancelWhenWaiting(root, "enough");
                                    Waiting.forEver();
                                }))
                                .isInstanceOf(RunCancelled.class);
                        seen.add("swallowed");
                        Waiting.forEver();
                    }))
                    .isInstanceOf(RunCancelled.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(seen).containsExactly("swallowed");
        }

        @Test
        void cancelReachesABodyThatSwallowsTheExceptionOfAnIsolatedRun() {
            assertThatThrownBy(() -> AgentRun.run(() -> {
                        RunScope root = RunScope.require();
                        assertThatThrownBy(() -> AgentRun.<Integer, InterruptedException>callIsolated(() -> {
                                    cancelWhenWaiting(root, "enough");
                                    Waiting.forEver();
                                    return 1;
                                }))
                                .isInstanceOf(InterruptedException.class);
                        Waiting.forEver();
                    }))
                    .isInstanceOf(RunCancelled.class);
        }

        @Test
        void cancelOfAScopeDoesNotCancelTheRestOfTheRun() {
            AgentRun.run(() -> {
                assertThatExceptionOfType(RunCancelled.class)
                        .isThrownBy(() -> AgentRun.run(() -> {
                            cancelWhenWaiting(RunScope.require(), "only this one");
                            Waiting.forEver();
                        }))
                        .satisfies(e -> assertThat(e.scopeId()).contains("/"));
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                assertThat(AgentRun.<Integer, RuntimeException>call(() -> 1)).isEqualTo(1);
            });
        }
    }
}
