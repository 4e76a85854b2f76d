package dev.mooring.mcp.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlineTimerTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(30);

    private final CountDownLatch ended = new CountDownLatch(1);

    private boolean hasEnded() throws InterruptedException {
        return ended.await(10, TimeUnit.SECONDS);
    }

    @Test
    void whatTakesTooLongIsEnded() throws InterruptedException {
        Deadline deadline = Deadline.after(SHORT);
        try (var _ = DeadlineTimer.schedule(deadline, ended::countDown)) {
            assertThat(hasEnded()).isTrue();
            assertThat(deadline.hasPassed()).isTrue();
        }
    }

    @Test
    void aShortDeadlineDoesNotWaitForALongOne() throws InterruptedException {
        AtomicInteger endings = new AtomicInteger();
        try (var _ = DeadlineTimer.schedule(Deadline.after(LONG), endings::incrementAndGet);
                var _ = DeadlineTimer.schedule(Deadline.after(SHORT), ended::countDown)) {
            assertThat(hasEnded()).isTrue();
        }
        assertThat(endings).hasValue(0);
    }

    @Test
    void whatIsDoneInTimeIsLeftAlone() throws InterruptedException {
        AtomicInteger endings = new AtomicInteger();
        DeadlineTimer.schedule(Deadline.after(SHORT), endings::incrementAndGet).close();
        try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(2)), ended::countDown)) {
            assertThat(hasEnded()).isTrue();
        }
        assertThat(endings).hasValue(0);
    }

    @Test
    void anEndingThatFailsHarmsNobodyElse() throws InterruptedException {
        Runnable failing = () -> {
            throw new IllegalStateException("cannot be ended");
        };
        try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT), failing);
                var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(2)), ended::countDown)) {
            assertThat(hasEnded()).isTrue();
        }
    }

    @Test
    void timeStandsStillWhileTheServerWaitsForUsAndNoLonger() throws InterruptedException {
        Deadline deadline = Deadline.after(SHORT, LONG);
        deadline.suspend();
        CountDownLatch answered = new CountDownLatch(1);
        try (var _ = DeadlineTimer.schedule(deadline, ended::countDown)) {
            try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(3)), answered::countDown)) {
                assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(ended.getCount()).isEqualTo(1);
            deadline.resume();
            assertThat(hasEnded()).isTrue();
        }
    }
}
