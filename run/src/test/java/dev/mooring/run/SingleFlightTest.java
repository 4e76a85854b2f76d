package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SingleFlightTest {
    private final ExecutorService owner = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> unwanted = new CopyOnWriteArrayList<>();
    private final SingleFlight<String, String> flights = new SingleFlight<>(owner, unwanted::add);

    private final CountDownLatch release = new CountDownLatch(1); // for computations that ignore their interrupt

    @AfterEach
    void end() {
        release.countDown();
        callers.close();
        owner.close();
    }

    /** Callers that all wait for one computation, which blocks until the test releases it. */
    private final class Waiters {
        final AtomicInteger computations = new AtomicInteger();
        final CountDownLatch release = new CountDownLatch(1);
        final CountDownLatch begun = new CountDownLatch(1);
        final List<Thread> threads = new CopyOnWriteArrayList<>();
        final List<Future<Outcome<String>>> answers = new ArrayList<>();

        Waiters(int count, Callable<String> computation) {
            for (int i = 0; i < count; i++) {
                answers.add(callers.submit(() -> {
                    threads.add(Thread.currentThread());
                    return flights.get("key", () -> {
                        computations.incrementAndGet();
                        begun.countDown();
                        release.await();
                        return computation.call();
                    });
                }));
            }
            Waiting.until(() -> begun.getCount() == 0
                    && threads.size() == count
                    && threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        }

        List<Outcome<String>> outcomes() throws Exception {
            var outcomes = new ArrayList<Outcome<String>>();
            for (Future<Outcome<String>> answer : answers) {
                outcomes.add(answer.get());
            }
            return outcomes;
        }
    }

    @Test
    void concurrentFirstCallersShareOneComputation() throws Exception {
        var waiters = new Waiters(1000, () -> "value");
        waiters.release.countDown();
        assertThat(waiters.outcomes()).hasSize(1000).containsOnly(new Outcome.Succeeded<>("value"));
        assertThat(waiters.computations).hasValue(1);
        assertThat(unwanted).isEmpty();
    }

    @Test
    void heldValueIsNotComputedAgain() throws Exception {
        flights.get("key", () -> "first");
        assertThat(flights.get("key", () -> "second")).isEqualTo(new Outcome.Succeeded<>("first"));
        assertThat(flights.held("key")).contains("first");
        assertThat(flights.held("other")).isEmpty();
    }

    @Test
    void allHeldValuesAreListedWithoutThoseInFlight() throws Exception {
        assertThat(flights.held()).isEmpty();
        flights.get("a", () -> "1");
        flights.get("b", () -> "2");
        var waiters = new Waiters(1, () -> "3");
        assertThat(flights.held()).containsExactlyInAnyOrder("1", "2");
        assertThat(flights.held("key")).isEmpty();
        waiters.release.countDown();
        waiters.outcomes();
        assertThat(flights.held()).containsExactlyInAnyOrder("1", "2", "3");
    }

    @Test
    void eachKeyHasItsOwnValue() throws Exception {
        assertThat(flights.get("a", () -> "1").orThrow()).isEqualTo("1");
        assertThat(flights.get("b", () -> "2").orThrow()).isEqualTo("2");
    }

    @Test
    void computationRunsOnAThreadOfTheOwner() throws Exception {
        var thread = new AtomicReference<Thread>();
        flights.get("key", () -> {
            thread.set(Thread.currentThread());
            return "value";
        });
        assertThat(thread.get()).isNotSameAs(Thread.currentThread());
    }

    @Nested
    class Failures {
        @Test
        void failureIsSharedByAllWaiters() throws Exception {
            var failure = new IOException("cannot connect");
            var waiters = new Waiters(50, () -> {
                throw failure;
            });
            waiters.release.countDown();
            assertThat(waiters.outcomes()).hasSize(50).containsOnly(new Outcome.Failed<>(failure));
            assertThat(waiters.computations).hasValue(1);
        }

        @Test
        void failureIsNotHeldSoTheNextCallerRetries() throws Exception {
            assertThat(flights.get("key", () -> {
                                throw new IOException("first");
                            })
                            .succeeded())
                    .isFalse();
            assertThat(flights.held("key")).isEmpty();
            assertThat(flights.get("key", () -> "second").orThrow()).isEqualTo("second");
        }

        @Test
        void rejectionByTheOwnersExecutorIsAFailedOutcome() throws Exception {
            owner.shutdown();
            assertThat(flights.get("key", () -> "value"))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.cause()).isInstanceOf(RejectedExecutionException.class));
        }
    }

    @Nested
    class InterruptedWaiter {
        @Test
        void interruptedWaiterDoesNotAffectOtherWaiters() throws Exception {
            var waiters = new Waiters(3, () -> "value");
            waiters.answers.getFirst().cancel(true);
            Waiting.until(() -> waiters.threads.stream()
                            .filter(thread -> thread.getState() == Thread.State.WAITING)
                            .count()
                    == 2);
            waiters.release.countDown();
            assertThat(waiters.answers.get(1).get().orThrow()).isEqualTo("value");
            assertThat(waiters.answers.get(2).get().orThrow()).isEqualTo("value");
            assertThat(waiters.computations).hasValue(1);
        }

        @Test
        void lastInterruptedWaiterAbortsTheComputation() throws Exception {
            var interrupted = new CountDownLatch(1);
            var begun = new CountDownLatch(1);
            Future<?> caller = callers.submit(() -> flights.get("key", () -> {
                begun.countDown();
                try {
                    Waiting.forEver();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
                return "never";
            }));
            Waiting.untilOpened(begun);
            caller.cancel(true);
            Waiting.untilOpened(interrupted);
            assertThat(flights.get("key", () -> "afresh").orThrow()).isEqualTo("afresh");
            assertThat(unwanted).isEmpty();
        }

        @Test
        void valueComputedAfterTheLastWaiterLeftIsUnwanted() throws Exception {
            var begun = new CountDownLatch(1);
            Thread caller = Thread.ofVirtual()
                    .start(() -> assertThatThrownBy(() -> flights.get("key", () -> {
                                begun.countDown();
                                Waiting.stubbornly(release);
                                return "stubborn";
                            }))
                            .isInstanceOf(InterruptedException.class));
            Waiting.untilOpened(begun);
            caller.interrupt();
            caller.join(); // otherwise the next caller would join the waiters
            assertThat(flights.get("key", () -> "afresh").orThrow()).isEqualTo("afresh");
            release.countDown();
            Waiting.until(() -> !unwanted.isEmpty());
            assertThat(unwanted).containsExactly("stubborn");
            assertThat(flights.held("key")).contains("afresh");
        }
    }

    @Nested
    class Forgetting {
        @Test
        void nextCallerComputesANewValueAfterForget() throws Exception {
            String first = flights.get("key", () -> "first").orThrow();
            assertThat(flights.forget("key", first)).isTrue();
            assertThat(flights.forget("key", first)).isFalse();
            assertThat(flights.get("key", () -> "second").orThrow()).isEqualTo("second");
            assertThat(unwanted)
                    .as("it belongs to the one who had it forgotten")
                    .isEmpty();
        }

        @Test
        void forgetIgnoresAnEqualButDifferentValue() throws Exception {
            flights.get("key", () -> "value");
            assertThat(flights.forget("key", new String("value"))).isFalse();
            assertThat(flights.forget("other", "value")).isFalse();
            assertThat(flights.held("key")).contains("value");
        }
    }

    @Nested
    class Closing {
        private final Throwable why = new IllegalStateException("closed");

        @Test
        void closeReturnsHeldValuesOnce() throws Exception {
            flights.get("a", () -> "1");
            flights.get("b", () -> "2");
            assertThat(flights.close(why)).isEqualTo(Map.of("a", "1", "b", "2"));
            assertThat(flights.close(why)).isEmpty();
            assertThat(unwanted).isEmpty();
        }

        @Test
        void callsAfterCloseFail() throws Exception {
            flights.close(why);
            assertThat(flights.get("key", () -> "value")).isEqualTo(new Outcome.Failed<>(why));
            assertThat(flights.held("key")).isEmpty();
        }

        @Test
        void closeFailsWaitersAndDiscardsLateValues() throws Exception {
            var begun = new CountDownLatch(1);
            Future<Outcome<String>> caller = callers.submit(() -> flights.get("key", () -> {
                begun.countDown();
                Waiting.stubbornly(release);
                return "late";
            }));
            Waiting.untilOpened(begun);
            assertThat(flights.close(why)).isEmpty();
            assertThat(caller.get()).isEqualTo(new Outcome.Failed<>(why));
            release.countDown();
            Waiting.until(() -> !unwanted.isEmpty());
            assertThat(unwanted).containsExactly("late");
        }
    }

    @Test
    void computationThatRequestsItsOwnValueFailsInsteadOfDeadlocking() throws Exception {
        assertThat(flights.get("key", () -> flights.get("key", () -> "inner").orThrow()))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void computationsAreRefusedAfterTheRunHasEnded() {
        SingleFlight<String, String> ofTheRun =
                AgentRun.call(() -> new SingleFlight<>(RunScope.require().executor(), unwanted::add));
        assertThatThrownBy(() -> ofTheRun.get("key", () -> "value").orThrow())
                .hasCauseInstanceOf(RunEnded.class)
                .hasMessageContaining("the run is closing or has ended");
    }
}
