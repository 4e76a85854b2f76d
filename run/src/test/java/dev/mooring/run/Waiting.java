package dev.mooring.run;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Bounded waits for tests, long enough for a loaded machine. */
final class Waiting {
    private Waiting() {}

    static void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(condition);
    }

    static void untilClosing(AgentRun run) {
        until(() -> run.state() != RunState.OPEN);
    }

    static void untilOpened(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the latch was not opened");
        }
    }

    /** Blocks until interrupted. */
    static void forEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** Blocks until the latch opens, and ignores interrupts. */
    static void stubbornly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // Ignored on purpose: the tests need code that ignores its interrupt.
            }
        }
    }
}
