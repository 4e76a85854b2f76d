package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UninterruptibleWaitTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch release = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final UninterruptibleWait wait = new UninterruptibleWait(false);

    @AfterEach
    void release() {
        release.countDown();
        Thread.interrupted();
    }

    @Test
    void durationsAreLimitedToAYear() {
        assertThat(UninterruptibleWait.saturatedNanos(Duration.ofMillis(3))).isEqualTo(3_000_000);
        assertThat(UninterruptibleWait.saturatedNanos(Duration.ofDays(365)))
                .isEqualTo(Duration.ofDays(365).toNanos());
        assertThat(UninterruptibleWait.saturatedNanos(Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(Duration.ofDays(365).toNanos());
    }

    @Test
    void joinTellsWhetherTheThreadEnded() {
        Thread waiting = Thread.ofVirtual().start(() -> Waiting.stubbornly(release));
        assertThat(wait.join(waiting, Duration.ofMillis(1))).isFalse();
        assertThat(wait.join(waiting, Duration.ofMillis(-1))).isFalse();
        release.countDown();
        assertThat(wait.join(waiting, LONG)).isTrue();
        assertThat(wait.wasInterrupted()).isFalse();
    }

    @Test
    void interruptDuringJoinIsRecordedAndDoesNotEndTheWait() {
        Thread waiting = Thread.ofVirtual().start(() -> Waiting.stubbornly(release));
        Thread.currentThread().interrupt();
        assertThat(wait.join(waiting, Duration.ofMillis(1))).isFalse();
        assertThat(wait.wasInterrupted()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void awaitEndsWhenThePredicateHolds() {
        var holds = new AtomicBoolean();
        var changed = lock.newCondition();
        lock.lock();
        try {
            Thread.currentThread().interrupt();
            Thread.ofVirtual().start(() -> {
                lock.lock(); // the waiting thread has released it
                try {
                    holds.set(true);
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            });
            wait.await(changed, holds::get, Duration.ofDays(1));
        } finally {
            lock.unlock();
        }
        assertThat(holds).isTrue();
        assertThat(wait.wasInterrupted()).isTrue();
    }

    @Test
    void awaitEndsAtTheTimeout() {
        lock.lock();
        try {
            wait.await(lock.newCondition(), () -> false, Duration.ofMillis(1));
            wait.await(lock.newCondition(), () -> false, Duration.ZERO);
        } finally {
            lock.unlock();
        }
        assertThat(wait.wasInterrupted()).isFalse();
        assertThat(new UninterruptibleWait(true).wasInterrupted()).isTrue();
    }
}
