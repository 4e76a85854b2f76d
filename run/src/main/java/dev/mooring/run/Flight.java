package dev.mooring.run;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One computation and the callers that wait for it. All of them get the same outcome. */
final class Flight<V> {
    private final Callable<? extends V> computation;
    private final Consumer<? super V> unwanted;
    private final Consumer<Flight<V>> onFailure;
    private final Interruptible work = new Interruptible();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Outcome<V> outcome;
    private int waiters = 1; // guarded by this; the caller that created the flight waits
    private boolean aborted; // guarded by this

    /** @param onFailure called when the flight is aborted or fails, before any caller sees the failure */
    Flight(Callable<? extends V> computation, Consumer<? super V> unwanted, Consumer<Flight<V>> onFailure) {
        this.computation = computation;
        this.unwanted = unwanted;
        this.onFailure = onFailure;
    }

    /** Returns the outcome, or null while the computation is in flight or after all waiters have left. */
    @Nullable
    Outcome<V> outcome() {
        return outcome;
    }

    /** Adds the calling thread as a waiter, which must then call {@link #await}. Returns false if the flight was aborted. */
    synchronized boolean join() {
        if (outcome == null && work.isOnThisThread()) {
            throw new IllegalStateException("A computation requested the value that it computes");
        }
        if (aborted) {
            return false;
        }
        waiters++;
        return true;
    }

    Outcome<V> await() throws InterruptedException {
        try {
            done.await();
            return Objects.requireNonNull(outcome);
        } catch (InterruptedException e) {
            leave();
            throw e;
        }
    }

    private void leave() {
        synchronized (this) {
            if (--waiters > 0 || outcome != null) {
                return;
            }
            aborted = true;
        }
        onFailure.accept(this);
        work.interrupt();
    }

    /**
     * Aborts the computation if it is in flight. The waiters get the cause as their outcome.
     *
     * @return the outcome after the call
     */
    Outcome<V> abort(Throwable cause) {
        Outcome<V> now;
        synchronized (this) {
            now = outcome;
            if (now != null) {
                return now;
            }
            aborted = true;
            now = new Outcome.Failed<>(cause);
            outcome = now;
        }
        onFailure.accept(this);
        done.countDown();
        work.interrupt();
        return now;
    }

    /** Runs the computation on the owner's thread. */
    void run() {
        work.begin();
        Outcome<V> result;
        boolean interruptedByOthers;
        try {
            result = new Outcome.Succeeded<>(
                    Objects.requireNonNull(computation.call(), "The computation returned null"));
        } catch (Throwable thrown) {
            result = new Outcome.Failed<>(thrown);
        } finally {
            interruptedByOthers = work.end();
        }
        complete(result);
        if (interruptedByOthers) {
            Thread.currentThread().interrupt();
        }
    }

    private void complete(Outcome<V> result) {
        if (result instanceof Outcome.Failed) {
            onFailure.accept(this);
        }
        boolean wanted;
        synchronized (this) {
            wanted = !aborted;
            if (wanted) {
                outcome = result;
            }
        }
        done.countDown();
        if (!wanted && result instanceof Outcome.Succeeded<V>(V value)) {
            unwanted.accept(value);
        }
    }
}
