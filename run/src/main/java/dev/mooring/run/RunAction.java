package dev.mooring.run;

import org.apiguardian.api.API;

/**
 * The body of a run without a result.
 *
 * @param <X> the exception that the body can throw; it reaches the caller of the run unchanged
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface RunAction<X extends Exception> {
    /** Runs the body. */
    void run() throws X;
}
