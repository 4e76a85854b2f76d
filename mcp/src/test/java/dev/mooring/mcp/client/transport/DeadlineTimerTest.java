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

    private final CountDownLatch actionRan = new CountDownLatch(1);

    private boolean hasRun() throws InterruptedException {
        return actionRan.await(10, TimeUnit.SECONDS);
    }

    @Test
    void theActionRunsWhenTheDeadlinePasses() throws InterruptedException {
        Deadline deadline = Deadline.after(SHORT);
        try (var _ = DeadlineTimer.schedule(deadline, actionRan::countDown)) {
            assertThat(hasRun()).isTrue();
            assertThat(deadline.hasPassed()).isTrue();
        }
    }

    @Test
    void aShortDeadlineIsNotDelayedByALongOne() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        try (var _ = DeadlineTimer.schedule(Deadline.after(LONG), runs::incrementAndGet);
                var _ = DeadlineTimer.schedule(Deadline.after(SHORT), actionRan::countDown)) {
            assertThat(hasRun()).isTrue();
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void theActionDoesNotRunAfterClose() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        DeadlineTimer.schedule(Deadline.after(SHORT), runs::incrementAndGet).close();
        try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(2)), actionRan::countDown)) {
            assertThat(hasRun()).isTrue();
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void aFailingActionDoesNotAffectOthers() throws InterruptedException {
        Runnable failing = () -> {
            throw new IllegalStateException("cannot be ended");
        };
        try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT), failing);
                var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(2)), actionRan::countDown)) {
            assertThat(hasRun()).isTrue();
        }
    }

    @Test
    void theActionRunsOnlyAfterASuspensionEnds() throws InterruptedException {
        Deadline deadline = Deadline.after(SHORT, LONG);
        deadline.suspend();
        CountDownLatch answered = new CountDownLatch(1);
        try (var _ = DeadlineTimer.schedule(deadline, actionRan::countDown)) {
            try (var _ = DeadlineTimer.schedule(Deadline.after(SHORT.multipliedBy(3)), answered::countDown)) {
                assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(actionRan.getCount()).isEqualTo(1);
            deadline.resume();
            assertThat(hasRun()).isTrue();
        }
    }
}
