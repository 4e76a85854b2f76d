package dev.mooring.run;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One computation with those who wait for it. It lands with an outcome for all of them, unless it is aborted before. */
final class Flight<V> {
    private final Callable<? extends V> computation;
    private final Consumer<? super V> unwanted;
    private final Consumer<Flight<V>> forgetting;
    private final Interruptible work = new Interruptible();
    private final CountDownLatch landed = new CountDownLatch(1);
    private volatile @Nullable Outcome<V> outcome;
    private int aboard = 1; // guarded by this; the one who made the flight is on board
    private boolean aborted; // guarded by this

    /** The one to do the forgetting is told when the flight is aborted or fails, before anybody sees the failure */
    Flight(Callable<? extends V> computation, Consumer<? super V> unwanted, Consumer<Flight<V>> forgetting) {
        this.computation = computation;
        this.unwanted = unwanted;
        this.forgetting = forgetting;
    }

    /** The outcome, or null while it is under way and when everybody has left. */
    @Nullable
    Outcome<V> outcome() {
        return outcome;
    }

    /** Returns whether the caller is on board and has to {@link #await}; false if the flight was aborted. */
    synchronized boolean board() {
        if (outcome == null && work.isOnThisThread()) {
            throw new IllegalStateException("A computation asked for the value that it computes");
        }
        if (aborted) {
            return false;
        }
        aboard++;
        return true;
    }

    Outcome<V> await() throws InterruptedException {
        try {
            landed.await();
            return Objects.requireNonNull(outcome);
        } catch (InterruptedException e) {
            leave();
            throw e;
        }
    }

    private void leave() {
        synchronized (this) {
            if (--aboard > 0 || outcome != null) {
                return;
            }
            aborted = true;
        }
        forgetting.accept(this);
        work.interrupt();
    }

    /**
     * Aborts the computation if it is still under way. Those on board get the reason as their outcome.
     *
     * @return the outcome as it is then
     */
    Outcome<V> abort(Throwable why) {
        Outcome<V> now;
        synchronized (this) {
            now = outcome;
            if (now != null) {
                return now;
            }
            aborted = true;
            now = new Outcome.Failed<>(why);
            outcome = now;
        }
        forgetting.accept(this);
        landed.countDown();
        work.interrupt();
        return now;
    }

    /** Does the computation, on the owner's thread. */
    void fly() {
        work.begin();
        Outcome<V> result;
        boolean interruptedByOthers;
        try {
            result = new Outcome.Succeeded<>(Objects.requireNonNull(computation.call(), "The computation gave null"));
        } catch (Throwable thrown) {
            result = new Outcome.Failed<>(thrown);
        } finally {
            interruptedByOthers = work.end();
        }
        land(result);
        if (interruptedByOthers) {
            Thread.currentThread().interrupt();
        }
    }

    private void land(Outcome<V> result) {
        if (result instanceof Outcome.Failed) {
            forgetting.accept(this);
        }
        boolean wanted;
        synchronized (this) {
            wanted = !aborted;
            if (wanted) {
                outcome = result;
            }
        }
        landed.countDown();
        if (!wanted && result instanceof Outcome.Succeeded<V>(V value)) {
            unwanted.accept(value);
        }
    }
}
