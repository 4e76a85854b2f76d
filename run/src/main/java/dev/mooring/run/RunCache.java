package dev.mooring.run;

import java.util.concurrent.Callable;

/**
 * Things computed once for a run, and dropped at its end. Keys of different value types are different keys.
 *
 * <p>A computation runs on a fork of the root scope, which is current there. Values are not closed at the end; for that, register an end hook.
 */
public final class RunCache {
    private record Key<V>(Class<V> type, Object key) {}

    private final SingleFlight<Key<?>, Object> values;
    private final RunScope root;

    RunCache(RunScope root) {
        this.root = root;
        this.values = new SingleFlight<>(root.executor(), _ -> {});
    }

    /**
     * The value for the key, computed by the first who asks. Callers at once share one computation and its failure; after a failure
     * the next caller computes anew. Once the run closes, what is not there already fails with {@link RunEnded}.
     *
     * @throws InterruptedException if interrupted while waiting; the computation is interrupted too if nobody else waits
     */
    public <V> Outcome<V> get(Class<V> type, Object key, Callable<? extends V> computation)
            throws InterruptedException {
        return switch (values.get(new Key<>(type, key), computation)) {
            case Outcome.Succeeded<Object>(Object value) -> new Outcome.Succeeded<>(type.cast(value));
            case Outcome.Failed<Object>(Throwable cause) -> new Outcome.Failed<>(cause);
        };
    }

    void drop() {
        values.close(new RunEnded("use the cache", root));
    }
}
