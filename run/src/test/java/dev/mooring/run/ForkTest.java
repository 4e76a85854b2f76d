package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ForkTest {
    @Nested
    class SingleFork {
        @Test
        void forkRunsOnAVirtualThreadBoundToTheScope() throws Exception {
            AgentRun.run(() -> {
                RunScope here = RunScope.require();
                assertThat(here.fork(RunScope::require).join()).isSameAs(here);
                assertThat(here.fork(() -> Thread.currentThread().isVirtual()).join())
                        .isTrue();
            });
        }

        @Test
        void threadOfAForkIsNamedAfterTheRun() throws Exception {
            AgentRun.run(() -> {
                Fork<String> fork =
                        RunScope.require().fork(() -> Thread.currentThread().getName());
                assertThat(fork.join()).isEqualTo(AgentRun.require() + " fork 1");
                assertThat(fork.name()).isEqualTo(AgentRun.require() + " fork 1");
                assertThat(RunScope.require()).hasToString(RunScope.require().id());
                assertThat(AgentRun.require())
                        .hasToString(AgentRun.require().id().value());
            });
        }

        @Test
        void nestedForkSeesTheSameRun() throws Exception {
            AgentRun.run(() -> {
                RunId deep = RunScope.require()
                        .fork(() -> RunScope.require()
                                .fork(() -> RunScope.require()
                                        .fork(() -> AgentRun.require().id())
                                        .join())
                                .join())
                        .join();
                assertThat(deep).isEqualTo(AgentRun.require().id());
            });
        }

        @Test
        void joinInAForkDoesNotChangeTheScopeOfParentAndSiblings() throws Exception {
            AgentRun.run(() -> {
                RunScope parent = RunScope.require();
                var bothThere = new CyclicBarrier(2);
                Fork<RunScope> joining = parent.fork(() -> AgentRun.call(() -> {
                    bothThere.await();
                    bothThere.await();
                    return RunScope.require();
                }));
                Fork<RunScope> sibling = parent.fork(() -> {
                    bothThere.await();
                    RunScope seen = RunScope.require();
                    bothThere.await();
                    return seen;
                });
                assertThat(sibling.join()).isSameAs(parent);
                assertThat(joining.join()).isNotSameAs(parent);
                assertThat(RunScope.require()).isSameAs(parent);
            });
        }

        @Test
        void failingForkDoesNotAffectOthersAndEachJoinThrowsANewException() throws Exception {
            AgentRun.run(() -> {
                var failure = new IOException("boom");
                Fork<String> fork = RunScope.require().fork(() -> {
                    throw failure;
                });
                assertThat(fork.await()).isEqualTo(new Outcome.Failed<String>(failure));
                Throwable first = catchJoin(fork);
                Throwable second = catchJoin(fork);
                assertThat(first).isInstanceOf(ExecutionException.class).hasCause(failure);
                assertThat(second).isNotSameAs(first).hasCause(failure);
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
            });
        }

        private Throwable catchJoin(Fork<?> fork) {
            try {
                return new AssertionError("joined with " + fork.join());
            } catch (Exception e) {
                return e;
            }
        }

        @Test
        void pollReturnsTheOutcomeWithoutWaiting() throws Exception {
            AgentRun.run(() -> {
                var go = new CountDownLatch(1);
                Fork<String> fork = RunScope.require().fork(() -> {
                    go.await();
                    return "done";
                });
                assertThat(fork.isDone()).isFalse();
                assertThat(fork.poll()).isEmpty();
                go.countDown();
                fork.await();
                assertThat(fork.isDone()).isTrue();
                assertThat(fork.poll()).contains(new Outcome.Succeeded<>("done"));
            });
        }

        @Test
        void interruptReachesOnlyThatFork() throws Exception {
            AgentRun.run(() -> {
                var there = new CountDownLatch(1);
                Fork<String> fork = RunScope.require().fork(() -> {
                    there.countDown();
                    Waiting.forEver();
                    return "never";
                });
                Waiting.untilOpened(there);
                fork.interrupt();
                assertThat(fork.await())
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.cause()).isInstanceOf(InterruptedException.class));
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
            });
        }

        @Test
        void forkAndJoinFailAfterTheEnd() {
            RunScope ended = AgentRun.call(RunScope::require);
            assertThatThrownBy(() -> ended.fork(() -> 1))
                    .isInstanceOf(RunEnded.class)
                    .hasMessageContaining("the run is closing or has ended")
                    .hasMessageContaining(ended.id());
        }

        @Test
        void endedScopeRefusesForksWhileTheRunIsOpen() {
            AgentRun.run(() -> {
                RunScope joined = AgentRun.call(RunScope::require);
                assertThatThrownBy(() -> joined.fork(() -> 1))
                        .isInstanceOf(RunEnded.class)
                        .hasMessageContaining("the scope is closing or has ended")
                        .hasMessageContaining(joined.id());
            });
        }
    }

    @Nested
    class ManyForks {
        @Test
        void forkAllRunsInParallelAndReturnsOutcomesInOrder() throws Exception {
            AgentRun.run(() -> {
                int count = 50;
                var allThere = new CyclicBarrier(count);
                List<Outcome<Integer>> outcomes = RunScope.require()
                        .forkEach(IntStream.range(0, count).boxed().toList(), i -> {
                            try {
                                allThere.await();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                            return i * i;
                        });
                assertThat(outcomes)
                        .containsExactlyElementsOf(IntStream.range(0, count)
                                .mapToObj(i -> (Outcome<Integer>) new Outcome.Succeeded<>(i * i))
                                .toList());
            });
        }

        @Test
        void forkAllReturnsFailuresAsValuesAndCompletesOtherTasks() throws Exception {
            AgentRun.run(() -> {
                List<Outcome<String>> outcomes = RunScope.require()
                        .forkAll(List.of(
                                () -> "a",
                                () -> {
                                    throw new IOException("b");
                                },
                                () -> "c"));
                assertThat(outcomes).extracting(Outcome::succeeded).containsExactly(true, false, true);
            });
        }

        @Test
        void interruptOfTheWaitingThreadInterruptsAllTasks() throws Exception {
            AgentRun.run(() -> {
                var interrupted = new AtomicInteger();
                var there = new CountDownLatch(3);
                Fork<List<Outcome<Integer>>> waiting = RunScope.require()
                        .fork(() -> RunScope.require()
                                .forkAll(List.of(
                                        () -> untilInterrupted(there, interrupted),
                                        () -> untilInterrupted(there, interrupted),
                                        () -> untilInterrupted(there, interrupted))));
                Waiting.untilOpened(there);
                waiting.interrupt();
                assertThat(waiting.await().succeeded()).isFalse();
                Waiting.until(() -> interrupted.get() == 3);
            });
        }

        private int untilInterrupted(CountDownLatch there, AtomicInteger interrupted) throws InterruptedException {
            there.countDown();
            try {
                Waiting.forEver();
                return 0;
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }

        @Test
        void forkAllAfterTheEndReturnsFailures() throws Exception {
            RunScope ended = AgentRun.call(RunScope::require);
            List<Outcome<Integer>> outcomes = ended.forkAll(List.of(() -> 1, () -> 2));
            assertThat(outcomes)
                    .hasSize(2)
                    .allSatisfy(outcome -> assertThat(outcome)
                            .isInstanceOfSatisfying(
                                    Outcome.Failed.class,
                                    failed -> assertThat(failed.cause()).isInstanceOf(RunEnded.class)));
        }

        @Test
        void allForksSeeOneRun() throws Exception {
            Set<RunId> seen = ConcurrentHashMap.newKeySet();
            RunId id = AgentRun.call(() -> {
                RunScope.require()
                        .forkEach(
                                IntStream.range(0, 1000).boxed().toList(),
                                i -> seen.add(AgentRun.require().id()));
                return AgentRun.require().id();
            });
            assertThat(seen).containsExactly(id);
        }
    }
}
