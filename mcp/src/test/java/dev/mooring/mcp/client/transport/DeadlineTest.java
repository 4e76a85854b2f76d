package dev.mooring.mcp.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Uses only timeouts of zero and of an hour, so that the speed of the machine does not matter. */
class DeadlineTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aDeadlinePassesAfterItsTimeout() {
        assertThat(Deadline.after(Duration.ZERO).hasPassed()).isTrue();
        assertThat(Deadline.after(HOUR).hasPassed()).isFalse();
        assertThat(Deadline.after(HOUR).allowed()).isEqualTo(HOUR);
    }

    @Test
    void progressRestartsTheTimeout() {
        Deadline deadline = Deadline.after(HOUR, HOUR.multipliedBy(10));
        deadline.extend();

        assertThat(deadline.allowed()).isGreaterThan(HOUR).isLessThan(HOUR.multipliedBy(2));
    }

    @Test
    void progressDoesNotExtendBeyondTheMaximum() {
        Deadline deadline = Deadline.after(HOUR, HOUR);
        deadline.extend();
        deadline.extend();

        assertThat(deadline.allowed()).isEqualTo(HOUR);
    }

    @Test
    void aMaximumBelowTheTimeoutIsIgnored() {
        Deadline deadline = Deadline.after(HOUR, Duration.ZERO);
        deadline.extend();

        assertThat(deadline.hasPassed()).isFalse();
        assertThat(deadline.allowed()).isEqualTo(HOUR);
    }

    @Test
    void aSuspendedDeadlineDoesNotPassUntilAllSuspensionsEnd() {
        Deadline deadline = Deadline.after(Duration.ZERO, HOUR);
        deadline.suspend();
        deadline.suspend();
        deadline.resume();
        assertThat(deadline.hasPassed()).as("one of two suspensions remains").isFalse();

        deadline.resume();
        assertThat(deadline.hasPassed()).isTrue();
    }

    @Test
    void theMaximumAppliesDuringASuspension() {
        Deadline deadline = Deadline.after(Duration.ZERO, Duration.ZERO);
        deadline.suspend();

        assertThat(deadline.hasPassed()).isTrue();
    }

    @Test
    void resumingRestartsTheTimeout() {
        Deadline deadline = Deadline.after(HOUR, HOUR.multipliedBy(10));
        deadline.suspend();
        deadline.resume();

        assertThat(deadline.allowed()).isGreaterThan(HOUR);
    }

    @Test
    void aPausedDeadlineDoesNotPassAndThePauseDoesNotCount() {
        Deadline all = Deadline.after(Duration.ofMillis(300));
        Deadline step = all.step(Duration.ofMillis(200));
        try (var _ = step.pause()) {
            await().pollDelay(Duration.ofMillis(400)).until(() -> true);
            assertThat(step.hasPassed()).isFalse();
            assertThat(all.hasPassed()).isFalse();
        }
        assertThat(step.remainingNanos()).isGreaterThan(0);
        assertThat(all.remainingNanos()).isGreaterThan(0);
        await().until(all::hasPassed);
    }

    @Test
    void neverDoesNotPass() {
        Deadline deadline = Deadline.never();
        deadline.extend();
        deadline.suspend();
        deadline.resume();

        assertThat(deadline.remainingNanos()).isGreaterThan(Duration.ofDays(365).toNanos());
    }
}
