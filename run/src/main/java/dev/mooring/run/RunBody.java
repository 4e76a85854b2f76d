package dev.mooring.run;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The body of a run.
 *
 * @param <T> the type of the result
 * @param <X> the exception that the body can throw; it reaches the caller of the run unchanged
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface RunBody<T extends @Nullable Object, X extends Exception> {
    /** Runs the body. */
    T call() throws X;
}
