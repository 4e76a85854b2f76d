package dev.mooring.session;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The generations of one session of an owner, as one party sees them: a run, an invocation of a run, or a handle. Only
 * parties that have used a session learn of its loss. Thread-safe; reading takes no lock.
 */
final class Generations {
    private final AtomicReference<Generation> current = new AtomicReference<>(Generation.first());

    Generation current() {
        return current.get();
    }

    /** Starts a new generation if the party has used the session. Called while the clock publishes the loss, one at a time. */
    void lose(long time, String message) {
        current.set(current.get().afterLoss(time, message));
    }
}
