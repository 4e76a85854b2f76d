package dev.mooring.gateway;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a gateway's sweep on a timer thread, often enough for the shortest timeout. Close to stop the thread. */
final class Sweeper implements AutoCloseable {
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(30);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("gateway-sweep").factory());

    /** @param sweep must not throw: an exception ends the sweeping */
    Sweeper(Stream<Duration> timeouts, Runnable sweep) {
        Duration interval = timeouts.map(timeout -> timeout.dividedBy(4))
                .reduce(MAX_INTERVAL, (one, other) -> one.compareTo(other) < 0 ? one : other);
        long millis = interval.toMillis() + 1;
        var _ = timer.scheduleWithFixedDelay(sweep, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
