package dev.mooring.run;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A task of a scope on its own virtual thread.
 *
 * @param <T> the type of the result
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Fork<T extends @Nullable Object> {
    private final RunScope scope;
    private final String name;
    private final Callable<? extends T> task;
    private final ThreadBinding binding;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Outcome<T> outcome;

    Fork(RunScope scope, String name, Callable<? extends T> task) {
        this.scope = scope;
        this.name = name;
        this.task = task;
        this.binding = ThreadBinding.notBegun(scope);
    }

    /** Returns the name of the thread, which is unique in the run. */
    public String name() {
        return name;
    }

    /** Returns whether the task has ended. */
    public boolean isDone() {
        return outcome != null;
    }

    /** Returns the outcome if the task has ended. */
    public Optional<Outcome<T>> poll() {
        return Optional.ofNullable(outcome);
    }

    /** Waits for the outcome. */
    public Outcome<T> await() throws InterruptedException {
        done.await();
        return Objects.requireNonNull(outcome);
    }

    /**
     * Waits for the result.
     *
     * @throws ExecutionException if the task failed, with its failure as the cause
     */
    public T join() throws InterruptedException, ExecutionException {
        return await().orThrow();
    }

    /** Interrupts the task if it has not ended. */
    public void interrupt() {
        binding.interrupt();
    }

    /**
     * Starts the thread.
     *
     * @throws RunEnded if the scope is not open
     */
    Fork<T> start() {
        scope.life().enter(binding);
        try {
            Thread.ofVirtual().name(name).start(LogContext.withCurrentContext(this::run));
        } catch (Throwable noThread) {
            scope.life().leave(binding);
            throw noThread;
        }
        return this;
    }

    private void run() {
        binding.begin();
        try (var _ = LogContext.enter(scope.run().id())) {
            long start = System.nanoTime();
            scope.listeners().publish(new RunEvent.Forked(scope, name));
            Outcome<T> result =
                    ScopedValue.where(ThreadBinding.CURRENT, binding).call(this::perform);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            scope.listeners().publish(new RunEvent.ForkEnded(scope, name, result, took));
            outcome = result;
        } finally {
            done.countDown();
            binding.end();
            scope.life().leave(binding);
        }
    }

    private Outcome<T> perform() {
        try {
            return new Outcome.Succeeded<>(task.call());
        } catch (Throwable thrown) {
            return new Outcome.Failed<>(thrown);
        }
    }
}
