package dev.mooring.mcp.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Only with times that are long past or far away, so that no clock decides. */
class DeadlineTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void passesOnceTheTimeIsUp() {
        assertThat(Deadline.after(Duration.ZERO).hasPassed()).isTrue();
        assertThat(Deadline.after(HOUR).hasPassed()).isFalse();
        assertThat(Deadline.after(HOUR).allowed()).isEqualTo(HOUR);
    }

    @Test
    void progressBeginsTheTimeAnew() {
        Deadline deadline = Deadline.after(HOUR, HOUR.multipliedBy(10));
        deadline.extend();

        assertThat(deadline.allowed()).isGreaterThan(HOUR).isLessThan(HOUR.multipliedBy(2));
    }

    @Test
    void progressCannotGoPastTheCap() {
        Deadline deadline = Deadline.after(HOUR, HOUR);
        deadline.extend();
        deadline.extend();

        assertThat(deadline.allowed()).isEqualTo(HOUR);
    }

    @Test
    void aCapBelowTheTimeoutDoesNotShortenIt() {
        Deadline deadline = Deadline.after(HOUR, Duration.ZERO);
        deadline.extend();

        assertThat(deadline.hasPassed()).isFalse();
        assertThat(deadline.allowed()).isEqualTo(HOUR);
    }

    @Test
    void standsStillWhileSomebodyAtThisEndIsAsked() {
        Deadline deadline = Deadline.after(Duration.ZERO, HOUR);
        deadline.suspend();
        deadline.suspend();
        deadline.resume();
        assertThat(deadline.hasPassed()).as("one of two is still asked").isFalse();

        deadline.resume();
        assertThat(deadline.hasPassed()).isTrue();
    }

    @Test
    void theCapCountsEvenThen() {
        Deadline deadline = Deadline.after(Duration.ZERO, Duration.ZERO);
        deadline.suspend();

        assertThat(deadline.hasPassed()).isTrue();
    }

    @Test
    void anAnswerFromThisEndBeginsTheTimeAnew() {
        Deadline deadline = Deadline.after(HOUR, HOUR.multipliedBy(10));
        deadline.suspend();
        deadline.resume();

        assertThat(deadline.allowed()).isGreaterThan(HOUR);
    }

    @Test
    void mayNeverPass() {
        Deadline deadline = Deadline.never();
        deadline.extend();
        deadline.suspend();
        deadline.resume();

        assertThat(deadline.remainingNanos()).isGreaterThan(Duration.ofDays(365).toNanos());
    }
}
