package dev.mooring.session.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeriodicTaskTest {
    private static final Duration SHORT = Duration.ofMillis(8);

    @Test
    void taskIsRepeatedAfterAnException() {
        AtomicInteger runs = new AtomicInteger();
        try (PeriodicTask _ = PeriodicTask.start("test", Stream.of(Duration.ofDays(1), SHORT), () -> {
            runs.incrementAndGet();
            throw new IllegalStateException("not today");
        })) {
            await().until(() -> runs.get() >= 3);
        }
    }

    @Test
    void closeEndsTheThread() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        PeriodicTask task = PeriodicTask.start("test", Stream.of(SHORT), () -> thread.set(Thread.currentThread()));
        await().until(() -> thread.get() != null);
        task.close();
        await().until(() -> !thread.get().isAlive());
        assertThat(thread.get().isDaemon()).isTrue();
    }
}
