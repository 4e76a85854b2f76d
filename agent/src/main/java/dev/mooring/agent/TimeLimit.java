package dev.mooring.agent;

import dev.mooring.run.RunScope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends work in the middle when its time is over, which the budget by itself only finds before the next step. */
final class TimeLimit implements AutoCloseable {
    private final @Nullable Thread watch;

    private TimeLimit(@Nullable Thread watch) {
        this.watch = watch;
    }

    /** Watches until it is closed; costs nothing where no scope around has a limit. The watch is no part of the run, which never waits for it. */
    static TimeLimit of(RunScope scope, Runnable atEnd) {
        Duration left = scope.budget().timeLeft();
        return new TimeLimit(
                left == null
                        ? null
                        : Thread.ofVirtual().name(scope.id() + " time").start(() -> {
                            try {
                                Thread.sleep(left);
                                atEnd.run();
                            } catch (InterruptedException e) {
                                // The work was over first.
                            }
                        }));
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.interrupt();
        }
    }
}
