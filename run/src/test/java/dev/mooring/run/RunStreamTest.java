package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class RunStreamTest {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private static void countForEver(Emitter<Integer> out) throws InterruptedException {
        for (int i = 0; ; i++) {
            out.emit(i);
        }
    }

    private static <T> List<T> readAll(RunStream<T> stream) {
        var all = new ArrayList<T>();
        stream.forEachRemaining(all::add);
        return all;
    }

    @Test
    void givesTheElementsInOrderAndThenEnds() {
        try (RunStream<Integer> stream = AgentRun.stream(out -> {
            for (int i = 0; i < 1000; i++) {
                out.emit(i);
            }
        })) {
            assertThat(readAll(stream))
                    .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
            assertThat(stream.hasNext()).isFalse();
            assertThatThrownBy(stream::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void hasARunOnItsOwnThreadAndNoneOnTheReaders() {
        MDC.put("request", "r1");
        try (RunStream<String> stream = AgentRun.stream(out -> {
            out.emit(AgentRun.require().id().value());
            out.emit(MDC.get(AgentRun.LOG_KEY));
            out.emit(MDC.get("request"));
        })) {
            String id = stream.scope().run().id().value();
            assertThat(readAll(stream)).containsExactly(id, id, "r1");
            assertThat(AgentRun.current()).isEmpty();
        } finally {
            MDC.clear();
        }
    }

    @Test
    void letsTheBodyRunAheadOnlyAsFarAsTheBuffer() {
        var emitted = new AtomicInteger();
        var producer = new AtomicReference<Thread>();
        try (RunStream<Integer> stream =
                AgentRun.stream(RunOptions.defaults(), new RunStream.Buffer(3, Duration.ofHours(1)), out -> {
                    producer.set(Thread.currentThread());
                    while (true) {
                        out.emit(emitted.get());
                        emitted.incrementAndGet();
                    }
                })) {
            Waiting.until(() -> emitted.get() == 3 && producer.get().getState() == Thread.State.WAITING);
            assertThat(stream.next()).isZero();
            Waiting.until(() -> emitted.get() == 4 && producer.get().getState() == Thread.State.WAITING);
        }
    }

    @Test
    void endsTheRunWithItsHooksBeforeTheReaderSeesTheEnd() {
        try (RunStream<Integer> stream = AgentRun.stream(out -> {
            RunScope.require().onEnd("hook", () -> seen.add("hook"));
            out.emit(1);
        })) {
            assertThat(readAll(stream)).containsExactly(1);
            assertThat(seen).containsExactly("hook");
            assertThat(stream.scope().state()).isEqualTo(RunState.ENDED);
        }
    }

    @Test
    void mayBeFedByForks() {
        try (RunStream<Integer> stream =
                AgentRun.stream(out -> RunScope.require().forkEach(List.of(1, 2, 3), i -> {
                    try {
                        out.emit(i);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return i;
                }))) {
            assertThat(readAll(stream)).containsExactlyInAnyOrder(1, 2, 3);
        }
    }

    @Test
    void givesTheFailureAfterTheElementsAndAnExceptionEachTime() {
        var failure = new IOException("boom");
        try (RunStream<Integer> stream = AgentRun.stream(out -> {
            out.emit(1);
            throw failure;
        })) {
            assertThat(stream.next()).isEqualTo(1);
            StreamFailed first = catchFailure(stream);
            assertThat(first).hasCause(failure).hasMessageContaining("boom");
            assertThat(catchFailure(stream)).isNotSameAs(first).hasCause(failure);
        }
    }

    private static StreamFailed catchFailure(RunStream<?> stream) {
        try {
            throw new AssertionError("has next: " + stream.hasNext());
        } catch (StreamFailed e) {
            return e;
        }
    }

    @Test
    void leavesTheReaderWhenItIsInterrupted() {
        try (RunStream<Integer> stream = AgentRun.stream(_ -> Waiting.forEver())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(stream::hasNext).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Nested
    class Closed {
        @Test
        void cancelsTheRunAndWaitsForItsEnd() {
            RunStream<Integer> stream = AgentRun.stream(out -> {
                RunScope.require().onEnd("hook", () -> seen.add("hook"));
                countForEver(out);
            });
            assertThat(stream.next()).isZero();
            stream.close();
            assertThat(stream.scope().run().state()).isEqualTo(RunState.ENDED);
            assertThat(seen).containsExactly("hook");
            assertThat(stream.hasNext()).isFalse();
        }

        @Test
        void leavesNoRunBehindSoThatTheNextCallIsANewRoot() {
            RunId streamed;
            try (RunStream<Integer> stream = AgentRun.stream(RunStreamTest::countForEver)) {
                stream.next();
                streamed = stream.scope().run().id();
            }
            AgentRun.run(() -> {
                assertThat(RunScope.require().isRoot()).isTrue();
                assertThat(AgentRun.require().id()).isNotEqualTo(streamed);
            });
        }

        @Test
        void atOnceMayKeepTheBodyFromBeginning() {
            for (int i = 0; i < 500; i++) {
                RunStream<Integer> stream = AgentRun.stream(RunStreamTest::countForEver);
                stream.close();
                assertThat(stream.scope().state()).isEqualTo(RunState.ENDED);
            }
        }

        @Test
        void refusesElementsOfABodyThatGoesOn() {
            var release = new CountDownLatch(1);
            var begun = new CountDownLatch(1);
            RunStream<Integer> stream = AgentRun.stream(
                    RunOptions.defaults().grace(Duration.ofMillis(10)), RunStream.Buffer.standard(), out -> {
                        RunScope.require().onEnd("hook", () -> seen.add("hook"));
                        begun.countDown();
                        Waiting.stubbornly(release);
                        assertThatThrownBy(() -> out.emit(1)).isInstanceOf(RunEnded.class);
                        seen.add("refused");
                    });
            Waiting.until(() -> begun.getCount() == 0);
            try (var log = new LogCapture()) {
                stream.close();
                assertThat(log.messages())
                        .anyMatch(m -> m.contains(stream.scope().id()) && m.contains("ignored"));
            }
            assertThat(stream.scope().state())
                    .as("ended without the body that does not come back")
                    .isEqualTo(RunState.ENDED);
            assertThat(seen).containsExactly("hook");
            release.countDown();
            Waiting.until(() -> seen.contains("refused"));
        }

        @Test
        void byAnInterruptedThreadEndsTheRunAllTheSame() {
            RunStream<Integer> stream = AgentRun.stream(RunStreamTest::countForEver);
            stream.next();
            Thread.currentThread().interrupt();
            stream.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(stream.scope().state()).isEqualTo(RunState.ENDED);
        }

        @Test
        void afterItsEndOrTwiceDoesNothing() {
            var endings = new CopyOnWriteArrayList<Ending>();
            RunListener listener = event -> {
                if (event instanceof RunEvent.Ended ended) {
                    endings.add(ended.summary().ending());
                }
            };
            RunStream<Integer> stream = AgentRun.stream(
                    RunOptions.defaults().listener(listener), RunStream.Buffer.standard(), out -> out.emit(1));
            assertThat(readAll(stream)).containsExactly(1);
            stream.close();
            stream.close();
            assertThat(endings).containsExactly(new Ending.Returned());
        }

        @Test
        void fromWithinDoesNotWaitForItself() {
            var self = new AtomicReference<RunStream<Integer>>();
            RunStream<Integer> stream = AgentRun.stream(_ -> {
                Waiting.until(() -> self.get() != null);
                self.get().close();
                seen.add("closed");
            });
            self.set(stream);
            Waiting.until(() -> stream.scope().state() == RunState.ENDED);
            assertThat(seen).containsExactly("closed");
        }
    }

    @Nested
    class Unread {
        @Test
        void tooLongIsCancelledWithoutAnybodysHelp() {
            RunStream<Integer> stream =
                    AgentRun.stream(RunOptions.defaults(), new RunStream.Buffer(2, Duration.ofMillis(20)), out -> {
                        RunScope.require().onEnd("hook", () -> seen.add("hook"));
                        countForEver(out);
                    });
            Waiting.until(() -> stream.scope().state() == RunState.ENDED);
            assertThat(seen).containsExactly("hook");
            assertThat(stream.next()).isZero();
            assertThat(stream.next()).isEqualTo(1);
            assertThatExceptionOfType(RunCancelled.class)
                    .isThrownBy(stream::hasNext)
                    .withMessageContaining("nobody read its stream");
        }

        @Test
        void isNotAStreamWhoseReaderWaitsHoweverLong() throws Exception {
            RunScope scope = AgentRun.call(RunScope::require);
            var channel = new Channel<Integer>(scope, new RunStream.Buffer(1, Duration.ofNanos(1)));
            Thread reader = Thread.ofVirtual().start(channel::take);
            Waiting.until(() -> reader.getState() == Thread.State.WAITING);
            var tooLong = new FutureTask<>(channel::awaitUnread);
            Thread watch = Thread.ofVirtual().start(tooLong);
            // Waiting without a time limit: the watch has seen the reader, though the nanosecond is over.
            Waiting.until(() -> watch.getState() == Thread.State.WAITING);
            channel.put(1);
            reader.join();
            assertThat(tooLong.get()).as("once the reader has gone").isTrue();
        }

        @Test
        void isNotAStreamThatCameToItsEnd() {
            RunScope scope = AgentRun.call(RunScope::require);
            var channel = new Channel<Integer>(scope, new RunStream.Buffer(1, Duration.ofHours(1)));
            channel.finish(null);
            assertThat(channel.awaitUnread()).isFalse();
        }
    }

    @Test
    void needsABufferWithRoomAndTime() {
        assertThatThrownBy(() -> new RunStream.Buffer(0, Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunStream.Buffer(1, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Nested
    class OpenedInsideARun {
        @Test
        void joinsItWithAScopeOfItsOwn() {
            AgentRun.run(() -> {
                try (RunStream<RunScope> stream = AgentRun.stream(out -> out.emit(RunScope.require()))) {
                    RunScope inside = stream.next();
                    assertThat(inside.run()).isSameAs(AgentRun.require());
                    assertThat(inside.parent()).contains(RunScope.require());
                }
            });
        }

        @Test
        void closesOnlyItsOwnScope() {
            AgentRun.run(() -> {
                RunStream<Integer> stream = AgentRun.stream(RunStreamTest::countForEver);
                stream.next();
                stream.close();
                assertThat(stream.scope().state()).isEqualTo(RunState.ENDED);
                assertThat(AgentRun.require().state()).isEqualTo(RunState.OPEN);
            });
        }

        @Test
        void isRefusedWhenTheRunIsOver() {
            AgentRun.run(() -> RunScope.require().onEnd("hook", () -> {
                assertThatThrownBy(() -> AgentRun.stream(RunStreamTest::countForEver))
                        .isInstanceOf(RunEnded.class);
                seen.add("refused");
            }));
            assertThat(seen).containsExactly("refused");
        }

        @Test
        void endsWithTheRun() {
            RunStream<Integer> stream = AgentRun.call(RunOptions.defaults().drain(Duration.ZERO), () -> {
                RunStream<Integer> opened = AgentRun.stream(RunStreamTest::countForEver);
                opened.next();
                return opened;
            });
            assertThat(stream.scope().state()).isEqualTo(RunState.ENDED);
        }
    }
}
