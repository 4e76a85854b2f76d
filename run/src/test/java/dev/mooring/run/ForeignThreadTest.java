package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.MDC;

@Isolated("LogCapture sees the log of all tests")
class ForeignThreadTest {
    private final ExecutorService pool = Executors.newFixedThreadPool(1);
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void endPool() {
        pool.close();
    }

    @Test
    void foreignThreadDoesNotInheritTheRun() throws Exception {
        AgentRun.run(() -> assertThat(
                        pool.submit(() -> AgentRun.current().isEmpty()).get())
                .isTrue());
    }

    @Nested
    class WrappedTask {
        @Test
        void wrappedTaskSeesTheScopeAndRestoresTheThread() throws Exception {
            AgentRun.run(() -> {
                RunScope here = RunScope.require();
                assertThat(pool.submit(here.wrap((Callable<RunScope>) RunScope::require))
                                .get())
                        .isSameAs(here);
            });
            assertThat(pool.submit(() -> AgentRun.current().isEmpty() && MDC.get(AgentRun.LOG_KEY) == null)
                            .get())
                    .isTrue();
        }

        @Test
        void wrappedTaskRestoresTheThreadWhenItThrows() throws Exception {
            AgentRun.run(() -> assertThatThrownBy(() -> pool.submit(
                                    RunScope.require().<Integer>wrap(() -> {
                                        throw new IOException("boom");
                                    }))
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class));
            assertThat(pool.submit(() -> AgentRun.current().isEmpty()).get()).isTrue();
        }

        @Test
        void wrappedTaskIsRefusedAfterTheEnd() {
            Runnable late = AgentRun.call(() -> RunScope.require().wrap(() -> {
                seen.add("ran");
            }));
            assertThatThrownBy(late::run)
                    .isInstanceOf(RunEnded.class)
                    .hasMessageContaining("the run is closing or has ended");
            assertThat(seen).isEmpty();
        }

        @Test
        void endWaitsForAWrappedTask() throws Exception {
            AgentRun.run(RunOptions.builder().drain(Duration.ofHours(1)).build(), () -> {
                AgentRun run = AgentRun.require();
                var there = new CountDownLatch(1);
                run.root().onEnd("hook", () -> seen.add("hook"));
                pool.execute(run.root().wrap(() -> {
                    there.countDown();
                    Waiting.untilClosing(run);
                    seen.add("task");
                }));
                Waiting.untilOpened(there);
            });
            assertThat(seen).containsExactly("task", "hook");
        }

        @Test
        void interruptOfAWrappedTaskDoesNotReachTheNextTaskOfTheThread() throws Exception {
            AgentRun.run(RunOptions.builder().drain(Duration.ZERO).build(), () -> {
                var there = new CountDownLatch(1);
                pool.execute(RunScope.require().wrap(() -> {
                    there.countDown();
                    try {
                        Waiting.forEver();
                    } catch (InterruptedException e) {
                        seen.add("interrupted");
                        Thread.currentThread().interrupt();
                    }
                }));
                Waiting.untilOpened(there);
            });
            assertThat(seen).containsExactly("interrupted");
            assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get())
                    .isFalse();
        }

        @Test
        void wrappedTaskKeepsAnInterruptFromOtherCode() {
            AgentRun.run(() -> {
                Runnable task =
                        RunScope.require().wrap(() -> Thread.currentThread().interrupt());
                task.run();
                assertThat(Thread.interrupted()).isTrue();
            });
        }

        @Test
        void wrappedTaskThatThrowsKeepsAnInterruptFromOtherCode() {
            AgentRun.run(() -> {
                Callable<Object> task = RunScope.require().wrap(() -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("boom");
                });
                assertThatThrownBy(task::call).hasMessage("boom");
                assertThat(Thread.interrupted()).isTrue();
            });
        }

        @Test
        void wrappedTaskThatThrowsLeavesNoInterruptBehind() {
            AgentRun.run(() -> {
                Callable<Object> task = RunScope.require().wrap(() -> {
                    throw new IllegalStateException("boom");
                });
                assertThatThrownBy(task::call).hasMessage("boom");
                assertThat(Thread.interrupted()).isFalse();
            });
        }

        @Test
        void wrappedTaskCanRunOnAThreadOfItsOwnRun() {
            AgentRun.run(() -> {
                RunScope root = RunScope.require();
                Runnable task = root.wrap(() -> {
                    seen.add(RunScope.require().id());
                });
                AgentRun.run(task::run);
                assertThat(seen).containsExactly(root.id());
            });
        }
    }

    @Nested
    class RunExecutor {
        @Test
        void executorRunsTasksOnForks() throws Exception {
            AgentRun.run(() -> {
                Executor executor = RunScope.require().executor();
                assertThat(CompletableFuture.supplyAsync(AgentRun::require, executor)
                                .get())
                        .isSameAs(AgentRun.require());
            });
        }

        @Test
        void executorLogsTheExceptionOfATask() throws Exception {
            try (var log = new LogCapture()) {
                RunId id = AgentRun.call(() -> {
                    RunScope.require().executor().execute(() -> {
                        throw new IllegalStateException("boom");
                    });
                    return AgentRun.require().id();
                });
                assertThat(log.messages()).singleElement().asString().contains(id.value());
            }
        }

        @Test
        void executorRejectsTasksAfterTheEnd() {
            Executor executor = AgentRun.call(() -> RunScope.require().executor());
            assertThatThrownBy(() -> executor.execute(() -> seen.add("ran")))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasCauseInstanceOf(RunEnded.class);
            assertThat(seen).isEmpty();
        }
    }

    @Nested
    class TwoRunsOnOnePool {
        @Test
        void runsOnOnePoolDoNotSeeEachOther() throws Exception {
            try (var shared = Executors.newFixedThreadPool(2);
                    var callers = Executors.newFixedThreadPool(2)) {
                var bothOpen = new CyclicBarrier(2);
                Map<RunId, List<RunId>> seenBy = new ConcurrentHashMap<>();
                Callable<Integer> oneRun = () -> AgentRun.call(() -> {
                    RunId id = AgentRun.require().id();
                    bothOpen.await();
                    var results = new ArrayList<Future<RunId>>();
                    for (int i = 0; i < 500; i++) {
                        results.add(shared.submit(RunScope.require()
                                .<RunId>wrap(() -> RunScope.require()
                                        .fork(() -> AgentRun.require().id())
                                        .join())));
                    }
                    var ids = new ArrayList<RunId>();
                    for (Future<RunId> result : results) {
                        ids.add(result.get());
                    }
                    seenBy.put(id, ids);
                    return 0;
                });
                for (Future<Integer> run : callers.invokeAll(List.of(oneRun, oneRun))) {
                    run.get();
                }
                assertThat(seenBy)
                        .hasSize(2)
                        .allSatisfy((id, ids) -> assertThat(ids).hasSize(500).containsOnly(id));
            }
        }

        @Test
        void runsOnOnePoolHaveSeparateCaches() throws Exception {
            try (var callers = Executors.newFixedThreadPool(2)) {
                var bothOpen = new CyclicBarrier(2);
                Callable<String> oneRun = () -> AgentRun.call(() -> {
                    AgentRun run = AgentRun.require();
                    bothOpen.await();
                    String cached = run.cache()
                            .get(String.class, "key", () -> run.id().value())
                            .orThrow();
                    bothOpen.await();
                    assertThat(cached).isEqualTo(run.id().value());
                    return cached;
                });
                var ids = new ArrayList<String>();
                for (Future<String> run : callers.invokeAll(List.of(oneRun, oneRun))) {
                    ids.add(run.get());
                }
                assertThat(ids).doesNotHaveDuplicates();
            }
        }
    }
}
