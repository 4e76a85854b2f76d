package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("LogCapture sees the log of all tests")
class EndHookTest {
    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void hooksRunOnceLastRegisteredFirst() {
        AgentRun.run(() -> {
            for (String name : List.of("first", "second", "third")) {
                RunScope.require().onEnd(name, () -> done.add(name));
            }
        });
        assertThat(done).containsExactly("third", "second", "first");
    }

    @Test
    void hooksRunWhenTheBodyThrows() {
        assertThatThrownBy(() -> AgentRun.run(() -> {
                    RunScope.require().onEnd("hook", () -> done.add("hook"));
                    throw new IOException("boom");
                }))
                .isInstanceOf(IOException.class);
        assertThat(done).containsExactly("hook");
    }

    @Test
    void hooksRunWhenTheRunIsCancelled() {
        assertThatThrownBy(() -> AgentRun.run(() -> {
                    RunScope.require().onEnd("hook", () -> done.add("hook"));
                    AgentRun.require().cancel("enough");
                    Waiting.forEver();
                }))
                .isInstanceOf(RunCancelled.class);
        assertThat(done).containsExactly("hook");
    }

    @Test
    void hookRegisteredByAForkRunsAtTheEndOfTheScope() throws Exception {
        AgentRun.run(() -> {
            RunScope.require()
                    .fork(() -> RunScope.require().onEnd("from fork", () -> done.add("from fork")))
                    .join();
            assertThat(done).isEmpty();
        });
        assertThat(done).containsExactly("from fork");
    }

    @Nested
    class HangingHook {
        private final RunOptions impatient =
                RunOptions.builder().hookTimeout(Duration.ofMillis(50)).build();

        @Test
        void deadlineIsTenSecondsByDefault() {
            AgentRun.run(
                    () -> assertThat(RunScope.require().life().hookTimeout()).hasSeconds(10));
        }

        @Test
        void hangingHookIsLoggedWithItsStackTraceAndAbandoned() throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            try (var log = new LogCapture()) {
                RunId id = AgentRun.call(impatient, () -> {
                    RunScope.require().onEnd("last", () -> done.add("last"));
                    RunScope.require().onEnd("stuck", () -> {
                        try {
                            never.await();
                        } finally {
                            interrupted.countDown();
                        }
                    });
                    RunScope.require().onEnd("first", () -> done.add("first"));
                    return AgentRun.require().id();
                });
                assertThat(done).containsExactly("first", "last");
                assertThat(log.events())
                        .filteredOn(e -> e.getFormattedMessage().contains("abandoned"))
                        .singleElement()
                        .satisfies(event -> {
                            assertThat(event.getFormattedMessage()).contains(id.value(), "'stuck'", "50 ms");
                            assertThat(event.getThrowableProxy().getStackTraceElementProxyArray())
                                    .anyMatch(frame -> frame.toString().contains("CountDownLatch.await"));
                        });
                Waiting.untilOpened(interrupted);
            }
        }

        @Test
        void abandonedHookThatReturnsLateRunsNoOtherHook() throws Exception {
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch returned = new CountDownLatch(1);
            List<Thread> threads = new CopyOnWriteArrayList<>();
            AgentRun.run(impatient, () -> {
                for (String name : List.of("third", "second")) {
                    RunScope.require().onEnd(name, () -> {
                        threads.add(Thread.currentThread());
                        done.add(name);
                    });
                }
                RunScope.require().onEnd("first", () -> {
                    threads.add(Thread.currentThread());
                    Waiting.stubbornly(release);
                    returned.countDown();
                });
            });
            release.countDown();
            Waiting.untilOpened(returned);
            assertThat(done).containsExactly("second", "third");
            assertThat(threads).hasSize(3);
            assertThat(threads.get(1)).isNotSameAs(threads.get(0)).isSameAs(threads.get(2));
        }

        @Test
        void runWhoseHookHangsEnds() throws Exception {
            AgentRun run = AgentRun.call(impatient, () -> {
                RunScope.require().onEnd("stuck", Waiting::forEver);
                return AgentRun.require();
            });
            assertThat(run.state()).isEqualTo(RunState.ENDED);
            assertThat(run.awaitEnd(Duration.ofSeconds(1))).isTrue();
        }
    }

    @Nested
    class FailingHook {
        @Test
        void failingHookIsLoggedWithTheRunIdAndDoesNotStopOtherHooks() {
            try (var log = new LogCapture()) {
                RunId id = AgentRun.call(() -> {
                    RunScope.require().onEnd("last", () -> done.add("last"));
                    RunScope.require().onEnd("bad", () -> {
                        throw new IOException("cannot close");
                    });
                    RunScope.require().onEnd("worse", () -> {
                        throw new AssertionError("an error even");
                    });
                    RunScope.require().onEnd("first", () -> done.add("first"));
                    return AgentRun.require().id();
                });
                assertThat(done).containsExactly("first", "last");
                assertThat(log.messages())
                        .anyMatch(m -> m.contains(id.value()) && m.contains("'bad'"))
                        .anyMatch(m -> m.contains(id.value()) && m.contains("'worse'"));
                assertThat(log.events())
                        .allSatisfy(e -> assertThat(e.getMDCPropertyMap()).containsEntry(AgentRun.LOG_KEY, id.value()));
            }
        }

        @Test
        void failingHookDoesNotHideTheExceptionOfTheBody() {
            var thrown = new IOException("from the body");
            assertThatThrownBy(() -> AgentRun.run(() -> {
                        RunScope.require().onEnd("bad", () -> {
                            throw new IllegalStateException("from the hook");
                        });
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        }
    }

    @Nested
    class HookThread {
        @Test
        void hookThreadIsNotInterruptedWhenTheBodyIs() {
            var flags = new ArrayList<Boolean>();
            AgentRun.run(() -> {
                RunScope.require()
                        .onEnd("second", () -> flags.add(Thread.currentThread().isInterrupted()));
                RunScope.require().onEnd("first", () -> {
                    flags.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                });
                Thread.currentThread().interrupt();
            });
            assertThat(flags).containsExactly(false, false);
            assertThat(Thread.interrupted())
                    .as("the caller's interrupt is given back")
                    .isTrue();
        }

        @Test
        void hookThreadIsNotInterruptedByACancel() {
            var run = new AtomicReference<AgentRun>();
            AgentRun.run(() -> {
                run.set(AgentRun.require());
                RunScope.require().onEnd("hook", () -> {
                    assertThat(run.get().cancel("too late")).isFalse();
                    done.add(Thread.currentThread().isInterrupted() ? "interrupted" : "in peace");
                });
            });
            assertThat(done).containsExactly("in peace");
        }

        @Test
        void hookThreadIsNotInterruptedWithTheCaller() {
            Thread caller = Thread.currentThread();
            AgentRun.run(() -> RunScope.require().onEnd("hook", () -> {
                caller.interrupt();
                Waiting.until(() -> caller.getState() == Thread.State.TIMED_WAITING);
                done.add("whole");
            }));
            assertThat(done).containsExactly("whole");
            assertThat(Thread.interrupted()).isTrue();
        }

        @Test
        void hookThreadIsBoundToTheClosingRun() {
            AgentRun.run(() -> {
                AgentRun run = AgentRun.require();
                RunScope.require().onEnd("hook", () -> {
                    assertThat(AgentRun.require()).isSameAs(run);
                    assertThat(run.state()).isEqualTo(RunState.CLOSING);
                    done.add("seen");
                });
            });
            assertThat(done).containsExactly("seen");
        }
    }

    @Nested
    class InAHook {
        @Test
        void hooksCannotForkJoinOrRegister() {
            AgentRun.run(() -> {
                RunScope scope = RunScope.require();
                scope.onEnd("hook", () -> {
                    assertThatThrownBy(() -> scope.fork(() -> 1)).isInstanceOf(RunEnded.class);
                    assertThatThrownBy(() -> AgentRun.call(() -> 1)).isInstanceOf(RunEnded.class);
                    assertThatThrownBy(() -> scope.onEnd("more", () -> {})).isInstanceOf(RunEnded.class);
                    done.add("refused");
                });
            });
            assertThat(done).containsExactly("refused");
        }

        @Test
        void hooksCanStartAnIsolatedRun() {
            AgentRun.run(() -> RunScope.require()
                    .onEnd(
                            "hook",
                            () -> AgentRun.callIsolated(() -> {
                                RunScope.require().onEnd("inner", () -> done.add("inner"));
                                return done.add("body");
                            })));
            assertThat(done).containsExactly("body", "inner");
        }
    }

    @Nested
    class HookRegistration {
        @Test
        void removedHookDoesNotRun() {
            AgentRun.run(() -> {
                Registration out = RunScope.require().onEnd("out", () -> done.add("out"));
                RunScope.require().onEnd("in", () -> done.add("in"));
                out.close();
                out.close();
            });
            assertThat(done).containsExactly("in");
        }

        @Test
        void removingAHookAfterTheEndHasNoEffect() {
            Registration registration = AgentRun.call(() -> RunScope.require().onEnd("hook", () -> done.add("hook")));
            registration.close();
            assertThat(done).containsExactly("hook");
        }

        @Test
        void hookCanRemoveAHookThatHasNotRun() {
            AgentRun.run(() -> {
                Registration earlier = RunScope.require().onEnd("earlier", () -> done.add("earlier"));
                RunScope.require().onEnd("later", earlier::close);
            });
            assertThat(done).isEmpty();
        }

        @Test
        void registeringAHookAfterTheEndFails() {
            RunScope ended = AgentRun.call(RunScope::require);
            assertThatThrownBy(() -> ended.onEnd("late", () -> done.add("late")))
                    .isInstanceOf(RunEnded.class)
                    .hasMessageContaining("the run is closing or has ended");
            assertThat(done).isEmpty();
        }
    }
}
