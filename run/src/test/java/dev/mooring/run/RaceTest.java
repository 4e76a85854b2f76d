package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pairs of concurrent operations, repeated many times. Either order is legal; a partial result is not. */
class RaceTest {
    private final ExecutorService rivals = Executors.newCachedThreadPool();

    int rounds() {
        return 3000;
    }

    @AfterEach
    void end() {
        rivals.close();
    }

    /** Starts the competing thread, which waits for the body at the barrier. */
    private <T> Future<T> competitor(CyclicBarrier start, Callable<T> task) {
        return rivals.submit(() -> {
            start.await();
            return task.call();
        });
    }

    @Test
    void forkAtTheEndEitherCompletesOrIsRefused() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var finished = new AtomicBoolean();
            var competitor = new AtomicReference<Future<Boolean>>();
            AgentRun.run(() -> {
                RunScope scope = RunScope.require();
                competitor.set(competitor(start, () -> {
                    try {
                        scope.fork(() -> {
                            finished.set(true);
                            return 1;
                        });
                        return true;
                    } catch (RunEnded refused) {
                        return false;
                    }
                }));
                start.await();
            });
            boolean finishedAtTheEnd = finished.get();
            if (competitor.get().get()) {
                assertThat(finishedAtTheEnd).as("drained before the end").isTrue();
            } else {
                assertThat(finished).isFalse();
            }
        }
    }

    @Test
    void hookRegisteredAtTheEndEitherRunsOnceOrIsRefused() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var ran = new AtomicInteger();
            var competitor = new AtomicReference<Future<Boolean>>();
            AgentRun.run(() -> {
                RunScope scope = RunScope.require();
                competitor.set(competitor(start, () -> {
                    try {
                        scope.onEnd("late", ran::incrementAndGet);
                        return true;
                    } catch (RunEnded refused) {
                        return false;
                    }
                }));
                start.await();
            });
            int ranAtTheEnd = ran.get();
            assertThat(ranAtTheEnd).isEqualTo(competitor.get().get() ? 1 : 0);
            assertThat(ran).hasValue(ranAtTheEnd);
        }
    }

    @Test
    void hookRemovedAtTheEndRunsAtMostOnceAndNeverAfterwards() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var ran = new AtomicInteger();
            var competitor = new AtomicReference<Future<Boolean>>();
            AgentRun.run(() -> {
                Registration registration = RunScope.require().onEnd("hook", ran::incrementAndGet);
                competitor.set(competitor(start, () -> {
                    registration.close();
                    return true;
                }));
                start.await();
            });
            int ranAtTheEnd = ran.get();
            competitor.get().get();
            assertThat(ran.get()).isEqualTo(ranAtTheEnd).isBetween(0, 1);
        }
    }

    @Test
    void hookThatReturnsAtItsDeadlineStopsNoOtherHook() throws InterruptedException {
        RunOptions impatient =
                RunOptions.builder().hookTimeout(Duration.ofMillis(1)).build();
        for (int round = 0; round < rounds() / 10; round++) {
            var ran = new LinkedBlockingQueue<String>();
            AgentRun.run(impatient, () -> {
                RunScope.require().onEnd("last", () -> ran.add("last"));
                RunScope.require().onEnd("first", () -> {
                    long end = System.nanoTime()
                            + 500_000
                            + ThreadLocalRandom.current().nextInt(1_000_000);
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                });
            });
            // On a busy machine, the last hook can miss its own deadline, and then returns later.
            assertThat(ran.poll(1, TimeUnit.MINUTES)).isEqualTo("last");
        }
    }

    @Test
    void cancelAtTheReturnEitherWinsOrLosesAndLeavesNoInterruptBehind() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var ending = new AtomicReference<Ending>();
            var hooks = new AtomicInteger();
            var competitor = new AtomicReference<Future<Boolean>>();
            RunListener listener = event -> {
                if (event instanceof RunEvent.Ended ended) {
                    ending.set(ended.summary().ending());
                }
            };
            boolean cancelled;
            try {
                AgentRun.run(RunOptions.builder().listener(listener).build(), () -> {
                    AgentRun run = AgentRun.require();
                    run.root().onEnd("hook", hooks::incrementAndGet);
                    competitor.set(competitor(start, () -> run.cancel("race")));
                    start.await();
                });
                cancelled = false;
            } catch (RunCancelled e) {
                cancelled = true;
            } catch (InterruptedException e) {
                throw new AssertionError("a cancelled run ends with RunCancelled", e);
            }
            assertThat(competitor.get().get()).isEqualTo(cancelled);
            assertThat(ending.get()).isEqualTo(cancelled ? new Ending.Cancelled("race") : new Ending.Returned());
            assertThat(hooks).hasValue(1);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void joinAtTheEndOfTheRunEitherEndsWithinItOrIsRefused() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var hooks = new ConcurrentLinkedQueue<String>();
            var fork = new AtomicReference<Fork<Boolean>>();
            AgentRun.run(() -> {
                RunScope.require().onEnd("root", () -> hooks.add("root"));
                fork.set(RunScope.require().fork(() -> {
                    start.await();
                    try {
                        return AgentRun.<Boolean, RuntimeException>call(() -> {
                            try {
                                RunScope.require().onEnd("joined", () -> hooks.add("joined"));
                                return true;
                            } catch (RunEnded closedMeanwhile) {
                                return false;
                            }
                        });
                    } catch (RunEnded refused) {
                        return false;
                    }
                }));
                start.await();
            });
            List<String> atTheEnd = List.copyOf(hooks);
            assertThat(atTheEnd).isEqualTo(fork.get().join() ? List.of("joined", "root") : List.of("root"));
        }
    }

    /** One computation with one waiter. It completes as soon as the test has passed the barrier. */
    private final class Completion {
        final CyclicBarrier start = new CyclicBarrier(2);
        final AtomicInteger unwanted = new AtomicInteger();
        private final CountDownLatch completed = new CountDownLatch(1);
        final SingleFlight<String, String> flights = new SingleFlight<>(this::fly, _ -> unwanted.incrementAndGet());
        final Future<Outcome<String>> waiter = rivals.submit(() -> flights.get("key", () -> {
            start.await();
            return "value";
        }));

        private void fly(Runnable task) {
            rivals.execute(() -> {
                task.run();
                completed.countDown();
            });
        }

        void awaitCompleted() throws InterruptedException {
            Waiting.untilOpened(completed);
        }
    }

    @Test
    void valueComputedWhileTheLastWaiterLeavesIsEitherHeldOrUnwanted() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var completion = new Completion();
            completion.start.await();
            completion.waiter.cancel(true);
            completion.awaitCompleted();
            int held = completion.flights.held("key").isPresent() ? 1 : 0;
            assertThat(held + completion.unwanted.get()).isEqualTo(1);
        }
    }

    @Test
    void callerThatArrivesWhileTheLastWaiterLeavesGetsAValue() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var start = new CyclicBarrier(2);
            var begun = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            var flights = new SingleFlight<String, String>(rivals, _ -> {});
            Future<?> leaving = rivals.submit(() -> flights.get("key", () -> {
                begun.countDown();
                release.await();
                return "shared";
            }));
            Waiting.untilOpened(begun);
            Future<Outcome<String>> coming = competitor(start, () -> flights.get("key", () -> "fresh"));
            start.await();
            leaving.cancel(true);
            release.countDown();
            assertThat(coming.get().orThrow()).isIn("shared", "fresh");
        }
    }

    @Test
    void valueComputedDuringCloseIsEitherReturnedOrUnwanted() throws Exception {
        for (int round = 0; round < rounds(); round++) {
            var completion = new Completion();
            completion.start.await();
            int handedOut = completion
                    .flights
                    .close(new IllegalStateException("closed"))
                    .size();
            completion.awaitCompleted();
            assertThat(handedOut + completion.unwanted.get()).isEqualTo(1);
            assertThat(completion.waiter.get().succeeded()).isEqualTo(handedOut == 1);
        }
    }

    @Test
    void concurrentScopesForksAndCancelsLeaveNoThreadsBehind() throws Exception {
        var opened = new AtomicInteger();
        var closed = new AtomicInteger();
        int runs = 400;
        var options = RunOptions.builder().drain(Duration.ofMillis(1)).build();
        try (var callers = Executors.newFixedThreadPool(8)) {
            Callable<RunState> one = () -> {
                var random = ThreadLocalRandom.current();
                var run = new AtomicReference<AgentRun>();
                try {
                    AgentRun.run(options, () -> {
                        run.set(AgentRun.require());
                        branch(random.nextInt(1, 4), opened, closed);
                        if (random.nextInt(3) == 0) {
                            run.get().root().executor().execute(() -> run.get().cancel("at random"));
                        }
                        if (random.nextInt(4) == 0) {
                            throw new IllegalStateException("at random");
                        }
                    });
                } catch (RunCancelled | IllegalStateException expected) {
                    // Both outcomes are legal.
                }
                assertThat(AgentRun.current()).isEmpty();
                return run.get().state();
            };
            for (Future<RunState> state : callers.invokeAll(Collections.nCopies(runs, one))) {
                assertThat(state.get()).isEqualTo(RunState.ENDED);
            }
        }
        assertThat(opened.get()).isPositive();
        assertThat(closed).as("every hook ran").hasValue(opened.get());
    }

    private static void branch(int depth, AtomicInteger opened, AtomicInteger closed) throws Exception {
        if (depth == 0) {
            return;
        }
        AgentRun.run(() -> {
            RunScope.require().onEnd("count", closed::incrementAndGet);
            opened.incrementAndGet();
            for (int i = 0; i < 3; i++) {
                RunScope.require().fork(() -> {
                    branch(depth - 1, opened, closed);
                    return depth;
                });
            }
        });
    }
}
