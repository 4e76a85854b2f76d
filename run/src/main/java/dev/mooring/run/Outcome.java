package dev.mooring.run;

import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What became of a piece of work, as a value that any number of threads may look at.
 *
 * @param <T> what the work returns
 */
public sealed interface Outcome<T extends @Nullable Object> {
    /** The work returned. */
    record Succeeded<T extends @Nullable Object>(T value) implements Outcome<T> {}

    /** The work threw, was refused, or was broken off. */
    record Failed<T extends @Nullable Object>(Throwable cause) implements Outcome<T> {}

    /**
     * The value, or an exception made for this caller.
     *
     * @throws ExecutionException if the work failed, with its failure as the cause
     */
    default T orThrow() throws ExecutionException {
        return switch (this) {
            case Succeeded<T> succeeded -> succeeded.value();
            case Failed<T> failed -> throw new ExecutionException(failed.cause());
        };
    }

    default boolean succeeded() {
        return this instanceof Succeeded;
    }
}
