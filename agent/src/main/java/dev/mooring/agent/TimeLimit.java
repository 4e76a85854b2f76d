package dev.mooring.agent;

import dev.mooring.run.RunScope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A timer that ends an invocation at its time limit. The budget alone would notice the limit only before the next step. */
final class TimeLimit implements AutoCloseable {
    private final @Nullable Thread timer;

    private TimeLimit(@Nullable Thread timer) {
        this.timer = timer;
    }

    /**
     * Starts a timer that runs the action at the time limit of the scope, unless it is closed first. Starts no thread if there is no
     * limit. The timer thread does not belong to the run, so the run never waits for it.
     */
    static TimeLimit of(RunScope scope, Runnable action) {
        Duration remaining = scope.budget().timeLeft();
        return new TimeLimit(
                remaining == null
                        ? null
                        : Thread.ofVirtual().name(scope.id() + " time").start(() -> {
                            try {
                                Thread.sleep(remaining);
                                action.run();
                            } catch (InterruptedException e) {
                                // Closed before the limit.
                            }
                        }));
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.interrupt();
        }
    }
}
