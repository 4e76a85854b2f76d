package dev.mooring.run;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A task on a virtual thread of its own that belongs to a scope.
 *
 * @param <T> what the task returns
 */
public final class Fork<T extends @Nullable Object> {
    private final RunScope scope;
    private final String name;
    private final Callable<? extends T> task;
    private final Strand strand;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Outcome<T> outcome;

    Fork(RunScope scope, String name, Callable<? extends T> task) {
        this.scope = scope;
        this.name = name;
        this.task = task;
        this.strand = Strand.toBegin(scope);
    }

    /** Unique within the run; also the name of the thread. */
    public String name() {
        return name;
    }

    public boolean isDone() {
        return outcome != null;
    }

    /** The outcome, if the task is over. */
    public Optional<Outcome<T>> poll() {
        return Optional.ofNullable(outcome);
    }

    /** Waits until the task is over. */
    public Outcome<T> await() throws InterruptedException {
        done.await();
        return Objects.requireNonNull(outcome);
    }

    /**
     * Waits for the task's value.
     *
     * @throws ExecutionException if the task failed, with its failure as the cause
     */
    public T join() throws InterruptedException, ExecutionException {
        return await().orThrow();
    }

    /** Interrupts the task if it is not over. */
    public void interrupt() {
        strand.interrupt();
    }

    /** Starts the thread, or fails with {@link RunEnded} if the scope is not open. */
    Fork<T> start() {
        scope.life().enter(strand);
        try {
            Thread.ofVirtual().name(name).start(LogContext.carriedTo(this::run));
        } catch (Throwable noThread) {
            scope.life().leave(strand);
            throw noThread;
        }
        return this;
    }

    private void run() {
        strand.begin();
        try (var _ = LogContext.enter(scope.run().id())) {
            long start = System.nanoTime();
            scope.listeners().tell(new RunEvent.Forked(scope, name));
            Outcome<T> result = ScopedValue.where(Strand.CURRENT, strand).call(this::perform);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            scope.listeners().tell(new RunEvent.ForkEnded(scope, name, result, took));
            outcome = result;
        } finally {
            done.countDown();
            strand.end();
            scope.life().leave(strand);
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
