package dev.mooring.run;

import org.jspecify.annotations.Nullable;

/**
 * What a run does.
 *
 * @param <T> what it returns
 * @param <X> what it may throw, which the caller of the run gets as it is
 */
@FunctionalInterface
public interface RunBody<T extends @Nullable Object, X extends Exception> {
    T call() throws X;
}
