package dev.mooring.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Runs tasks in parallel and returns their outcomes in the order of the tasks. */
final class ParallelTasks {
    private ParallelTasks() {}

    static <T extends @Nullable Object> List<Outcome<T>> run(
            RunScope scope, Collection<? extends Callable<? extends T>> tasks) throws InterruptedException {
        var started = new ArrayList<Started<T>>();
        try {
            for (Callable<? extends T> task : tasks) {
                started.add(start(scope, task));
            }
            var outcomes = new ArrayList<Outcome<T>>();
            for (Started<T> each : started) {
                outcomes.add(each.outcome());
            }
            return List.copyOf(outcomes);
        } catch (Throwable thrown) {
            started.forEach(Started::interrupt);
            throw thrown;
        }
    }

    private static <T extends @Nullable Object> Started<T> start(RunScope scope, Callable<? extends T> task) {
        try {
            return new Forked<>(scope.<T>fork(task));
        } catch (RunEnded ended) {
            return new Refused<>(ended);
        }
    }

    private sealed interface Started<T extends @Nullable Object> {
        Outcome<T> outcome() throws InterruptedException;

        default void interrupt() {}
    }

    private record Forked<T extends @Nullable Object>(Fork<T> fork) implements Started<T> {
        @Override
        public Outcome<T> outcome() throws InterruptedException {
            return fork.await();
        }

        @Override
        public void interrupt() {
            fork.interrupt();
        }
    }

    private record Refused<T extends @Nullable Object>(RunEnded ended) implements Started<T> {
        @Override
        public Outcome<T> outcome() {
            return new Outcome.Failed<>(ended);
        }
    }
}
