package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("LogCapture sees the log of all tests")
class EndingTest {
    private static final RunOptions PATIENT =
            RunOptions.builder().drain(Duration.ofHours(1)).build();
    private static final RunOptions IMPATIENT =
            RunOptions.builder().drain(Duration.ZERO).build();

    private final List<String> seen = new CopyOnWriteArrayList<>();

    private int untilInterrupted(CountDownLatch there) throws InterruptedException {
        there.countDown();
        try {
            Waiting.forEver();
        } catch (InterruptedException e) {
            seen.add("interrupted");
            throw e;
        }
        return 0;
    }

    @Nested
    class AfterANormalReturn {
        @Test
        void forksInFlightEndBeforeTheHooks() {
            AgentRun.run(PATIENT, () -> {
                AgentRun run = AgentRun.require();
                RunScope.require().onEnd("hook", () -> seen.add("hook"));
                RunScope.require().fork(() -> {
                    Waiting.untilClosing(run);
                    return seen.add("fork " + run.state());
                });
            });
            assertThat(seen).containsExactly("fork CLOSING", "hook");
        }

        @Test
        void forksThatOutlastTheDrainAreInterruptedBeforeTheHooks() throws Exception {
            AgentRun.run(IMPATIENT, () -> {
                var there = new CountDownLatch(1);
                RunScope.require().onEnd("hook", () -> seen.add("hook"));
                RunScope.require().fork(() -> untilInterrupted(there));
                Waiting.untilOpened(there);
            });
            assertThat(seen).containsExactly("interrupted", "hook");
        }

        @Test
        void forkInFlightCannotForkJoinOrRegisterWhileClosing() {
            AgentRun.run(PATIENT, () -> {
                AgentRun run = AgentRun.require();
                run.root().requireOpen("work");
                RunScope.require().fork(() -> {
                    Waiting.untilClosing(run);
                    assertThatThrownBy(() -> run.root().requireOpen("work"))
                            .isInstanceOf(RunEnded.class)
                            .hasMessage("Cannot work in " + run.id() + ": the run is closing or has ended."
                                    + " Start a new run with AgentRun.callIsolated.");
                    assertThatThrownBy(() -> run.root().fork(() -> 1)).isInstanceOf(RunEnded.class);
                    assertThatThrownBy(() -> AgentRun.call(() -> 1)).isInstanceOf(RunEnded.class);
                    assertThatThrownBy(() -> run.root().onEnd("late", () -> {})).isInstanceOf(RunEnded.class);
                    return seen.add("refused");
                });
            });
            assertThat(seen).containsExactly("refused");
        }

        @Test
        void nestedScopesCloseWithTheirParent() throws Exception {
            AgentRun.run(PATIENT, () -> {
                AgentRun run = AgentRun.require();
                var joined = new CountDownLatch(1);
                run.root()
                        .fork(() -> AgentRun.call(() -> {
                            joined.countDown();
                            Waiting.untilClosing(run);
                            assertThat(RunScope.require().state()).isEqualTo(RunState.CLOSING);
                            assertThatThrownBy(() -> RunScope.require().fork(() -> 1))
                                    .isInstanceOf(RunEnded.class)
                                    .hasMessageContaining("the run is closing or has ended");
                            return seen.add("refused");
                        }));
                joined.await();
            });
            assertThat(seen).containsExactly("refused");
        }

        @Test
        void cancelDuringTheDrainEndsItAndKeepsTheResult() throws Exception {
            var run = new AtomicReference<AgentRun>();
            var there = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                Waiting.until(() -> run.get() != null);
                Waiting.untilClosing(run.get());
                seen.add("in time: " + run.get().cancel("enough"));
            });
            assertThat(AgentRun.<String, InterruptedException>call(PATIENT, () -> {
                        run.set(AgentRun.require());
                        RunScope.require().fork(() -> untilInterrupted(there));
                        Waiting.untilOpened(there);
                        return "result";
                    }))
                    .isEqualTo("result");
            Waiting.until(() -> seen.size() == 2);
            assertThat(seen).containsExactlyInAnyOrder("in time: false", "interrupted");
        }

        @Test
        void interruptOfTheCallerEndsTheDrainAndIsRestored() throws Exception {
            Thread caller = Thread.currentThread();
            AgentRun.run(PATIENT, () -> {
                AgentRun run = AgentRun.require();
                var there = new CountDownLatch(1);
                RunScope.require().fork(() -> untilInterrupted(there));
                Waiting.untilOpened(there);
                Thread.ofVirtual().start(() -> {
                    Waiting.untilClosing(run);
                    caller.interrupt();
                });
            });
            assertThat(Thread.interrupted()).isTrue();
            assertThat(seen).containsExactly("interrupted");
        }

        @Test
        void joinedScopeDrainsOnlyItsOwnForks() throws Exception {
            AgentRun.run(PATIENT, () -> {
                var go = new CountDownLatch(1);
                Fork<Boolean> ofTheRoot = RunScope.require().fork(() -> {
                    go.await();
                    return seen.add("root's");
                });
                AgentRun.run(IMPATIENT, () -> {
                    var there = new CountDownLatch(1);
                    RunScope.require().fork(() -> untilInterrupted(there));
                    Waiting.untilOpened(there);
                });
                assertThat(seen).containsExactly("interrupted");
                assertThat(ofTheRoot.isDone()).isFalse();
                go.countDown();
            });
            assertThat(seen).containsExactly("interrupted", "root's");
        }
    }

    @Nested
    class AfterAFailure {
        @Test
        void failureInterruptsForksWithoutDraining() {
            assertThatThrownBy(() -> AgentRun.run(PATIENT, () -> {
                        var there = new CountDownLatch(1);
                        RunScope.require().onEnd("hook", () -> seen.add("hook"));
                        RunScope.require().fork(() -> untilInterrupted(there));
                        Waiting.untilOpened(there);
                        throw new IOException("boom");
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(seen).containsExactly("interrupted", "hook");
        }

        @Test
        void failureInterruptsForksOfANestedScopeWhoseBodyIgnoresItsInterrupt() {
            assertThatThrownBy(() -> AgentRun.run(PATIENT, () -> {
                        var there = new CountDownLatch(1);
                        var ended = new CountDownLatch(1);
                        RunScope.require()
                                .fork(() -> AgentRun.call(() -> {
                                    RunScope.require().fork(() -> {
                                        try {
                                            return untilInterrupted(there);
                                        } finally {
                                            ended.countDown();
                                        }
                                    });
                                    Waiting.stubbornly(ended);
                                    return seen.add("body");
                                }));
                        Waiting.untilOpened(there);
                        RunScope.require().onEnd("root", () -> seen.add("root's hook"));
                        throw new IOException("boom");
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(seen).containsExactly("interrupted", "body", "root's hook");
        }

        @Test
        void failureInterruptsForksOfNestedScopes() {
            assertThatThrownBy(() -> AgentRun.run(PATIENT, () -> {
                        var there = new CountDownLatch(2);
                        RunScope.require()
                                .fork(() -> AgentRun.call(() -> {
                                    RunScope.require().onEnd("joined", () -> seen.add("joined's hook"));
                                    RunScope.require().fork(() -> untilInterrupted(there));
                                    return untilInterrupted(there);
                                }));
                        Waiting.untilOpened(there);
                        RunScope.require().onEnd("root", () -> seen.add("root's hook"));
                        throw new IOException("boom");
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(seen).containsExactly("interrupted", "interrupted", "joined's hook", "root's hook");
        }
    }

    @Test
    void endWaitsForHooksOfNestedScopesBeyondTheGraceTime() {
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> AgentRun.run(
                        RunOptions.builder()
                                .drain(Duration.ofHours(1))
                                .grace(Duration.ofMillis(1))
                                .build(),
                        () -> {
                            var inHook = new CountDownLatch(1);
                            RunScope.require().onEnd("root", () -> seen.add("root's hook"));
                            RunScope.require()
                                    .fork(() -> AgentRun.call(() -> RunScope.require()
                                            .onEnd("slow", () -> {
                                                inHook.countDown();
                                                // The root no longer waits for the fork, but it still waits for this
                                                // hook.
                                                Waiting.until(() -> caller.getState() == Thread.State.WAITING);
                                                seen.add("joined's hook");
                                            })));
                            Waiting.untilOpened(inHook);
                            throw new IOException("boom");
                        }))
                .isInstanceOf(IOException.class);
        assertThat(seen).containsExactly("joined's hook", "root's hook");
    }

    @Nested
    class ForkThatIgnoresItsInterrupt {
        private static final RunOptions SHORT = RunOptions.builder()
                .drain(Duration.ZERO)
                .grace(Duration.ofMillis(20))
                .build();

        private final CountDownLatch release = new CountDownLatch(1);

        @Test
        void forkThatIgnoresItsInterruptIsAbandonedAndLogged() throws Exception {
            try (var log = new LogCapture()) {
                var fork = new AtomicReference<Fork<?>>();
                AgentRun run = AgentRun.call(SHORT, () -> {
                    var there = new CountDownLatch(1);
                    fork.set(RunScope.require().<Integer>fork(() -> {
                        there.countDown();
                        Waiting.stubbornly(release);
                        return 1;
                    }));
                    RunScope.require().onEnd("hook", () -> seen.add("hook"));
                    Waiting.untilOpened(there);
                    return AgentRun.require();
                });
                assertThat(run.state()).isEqualTo(RunState.ENDED);
                assertThat(seen).containsExactly("hook");
                assertThat(fork.get().isDone()).isFalse();
                assertThat(log.messages()).anyMatch(m -> m.contains(run.id().value()) && m.contains("ignored"));
                assertThat(log.events().getFirst().getThrowableProxy().getMessage())
                        .contains(fork.get().name());
            } finally {
                release.countDown();
            }
        }

        @Test
        void abandonedForkFindsItsScopesEndedAndTheirHooksRun() throws Exception {
            var fork = new AtomicReference<Fork<?>>();
            AgentRun.run(SHORT, () -> {
                var there = new CountDownLatch(1);
                RunScope.require().onEnd("root", () -> seen.add("root's hook"));
                fork.set(RunScope.require()
                        .<Integer>fork(() -> AgentRun.call(() -> {
                            RunScope joined = RunScope.require();
                            joined.onEnd("joined", () -> seen.add("joined's hook"));
                            there.countDown();
                            Waiting.stubbornly(release);
                            assertThat(joined.state()).isEqualTo(RunState.ENDED);
                            assertThatThrownBy(() -> joined.onEnd("late", () -> seen.add("late")))
                                    .isInstanceOf(RunEnded.class);
                            assertThatThrownBy(() -> joined.fork(() -> 1)).isInstanceOf(RunEnded.class);
                            seen.add("straggler");
                            return 1;
                        })));
                Waiting.untilOpened(there);
            });
            assertThat(seen).containsExactly("joined's hook", "root's hook");
            release.countDown();
            Outcome<?> outcome = fork.get().await();
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .isInstanceOf(RunCancelled.class)
                                    .hasMessageContaining("outlived"));
            assertThat(seen).containsExactly("joined's hook", "root's hook", "straggler");
        }
    }
}
