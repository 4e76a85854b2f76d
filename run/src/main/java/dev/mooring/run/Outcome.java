package dev.mooring.run;

import java.util.concurrent.ExecutionException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a task, as a value that several threads can share.
 *
 * @param <T> the type of the result
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Outcome<T extends @Nullable Object> {
    /** The task returned. */
    record Succeeded<T extends @Nullable Object>(T value) implements Outcome<T> {}

    /** The task threw, was refused, or was aborted. */
    record Failed<T extends @Nullable Object>(Throwable cause) implements Outcome<T> {}

    /**
     * Returns the value, or throws a new exception for this caller.
     *
     * @throws ExecutionException if the task failed, with its failure as the cause
     */
    default T orThrow() throws ExecutionException {
        return switch (this) {
            case Succeeded<T> succeeded -> succeeded.value();
            case Failed<T> failed -> throw new ExecutionException(failed.cause());
        };
    }

    /** Returns whether the task returned. */
    default boolean succeeded() {
        return this instanceof Succeeded;
    }
}
