package dev.mooring.mcp.client.http;

import dev.mooring.mcp.client.Deadline;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends what takes too long: one daemon thread for all calls of the program, because a socket read cannot end itself. */
final class DeadlineWatch {
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private DeadlineWatch() {}

    /** Ends a piece of work once its deadline has passed, until the guard is closed. */
    static Guard guard(Deadline deadline, Runnable end) {
        Guard guard = new Guard(deadline, end);
        guard.schedule();
        return guard;
    }

    static void every(long period, TimeUnit unit, Runnable task) {
        var _ = TIMER.scheduleWithFixedDelay(task, period, period, unit);
    }

    static final class Guard implements AutoCloseable {
        private final Deadline deadline;
        private final Runnable end;
        private volatile Future<?> next = java.util.concurrent.CompletableFuture.completedFuture(null);
        private volatile boolean done;

        private Guard(Deadline deadline, Runnable end) {
            this.deadline = deadline;
            this.end = end;
        }

        private void schedule() {
            next = TIMER.schedule(this::look, Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
            if (done) {
                next.cancel(false);
            }
        }

        private void look() {
            if (done) {
                return;
            }
            if (deadline.hasPassed()) {
                end.run();
            } else {
                schedule();
            }
        }

        @Override
        public void close() {
            done = true;
            next.cancel(false);
        }
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("mcp-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
