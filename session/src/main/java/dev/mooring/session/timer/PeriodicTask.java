package dev.mooring.session.timer;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that a daemon thread repeats, such as a sweep that closes idle sessions. An exception of the task is logged, and
 * the task is repeated nevertheless. Closing stops the thread.
 */
public final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(30);

    private final String name;
    private final Runnable task;
    private final ScheduledThreadPoolExecutor timer;

    private PeriodicTask(String name, Runnable task) {
        this.name = name;
        this.task = task;
        this.timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
    }

    /**
     * Starts a task that enforces timeouts. It runs often enough for the shortest of them: at intervals of a quarter of that
     * timeout, and of at most 30 seconds.
     *
     * @param name names the thread
     */
    public static PeriodicTask start(String name, Stream<Duration> timeouts, Runnable task) {
        Duration interval = timeouts.map(timeout -> timeout.dividedBy(4))
                .reduce(MAX_INTERVAL, (one, other) -> one.compareTo(other) < 0 ? one : other);
        long millis = interval.toMillis() + 1;
        PeriodicTask started = new PeriodicTask(name, task);
        var _ = started.timer.scheduleWithFixedDelay(started::run, millis, millis, TimeUnit.MILLISECONDS);
        return started;
    }

    private void run() {
        try {
            task.run();
        } catch (Throwable thrown) {
            // The timer cancels a task that throws.
            LOG.warn("{}: the task failed and will be repeated", name, thrown);
        }
    }

    /** Stops the thread. A task that is running is interrupted. Idempotent. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
