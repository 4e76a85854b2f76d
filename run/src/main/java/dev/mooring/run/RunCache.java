package dev.mooring.run;

import java.util.concurrent.Callable;
import org.apiguardian.api.API;

/**
 * A cache with the lifetime of a run. It computes each value once for all scopes and threads of the run.
 *
 * <p>A computation runs on a fork of the root scope. The cache does not close values at the end of the run; register an end
 * hook for that. Keys with different value types are different keys.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class RunCache {
    private record Key<V>(Class<V> type, Object key) {}

    private final SingleFlight<Key<?>, Object> values;
    private final RunScope root;

    RunCache(RunScope root) {
        this.root = root;
        this.values = new SingleFlight<>(root.executor(), _ -> {});
    }

    /**
     * Returns the cached value, or computes it. Concurrent callers share one computation, including its failure. A failure
     * is not cached. Once the run is closing, a value that is not cached fails with {@link RunEnded}.
     *
     * @throws InterruptedException if interrupted while waiting; the last waiting caller also interrupts the computation
     */
    public <V> Outcome<V> get(Class<V> type, Object key, Callable<? extends V> computation)
            throws InterruptedException {
        return switch (values.get(new Key<>(type, key), computation)) {
            case Outcome.Succeeded<Object>(Object value) -> new Outcome.Succeeded<>(type.cast(value));
            case Outcome.Failed<Object>(Throwable cause) -> new Outcome.Failed<>(cause);
        };
    }

    void clear() {
        values.close(new RunEnded("use the cache", root));
    }
}
