package dev.mooring.run;

/**
 * What a run does when it returns nothing.
 *
 * @param <X> what it may throw, which the caller of the run gets as it is
 */
@FunctionalInterface
public interface RunAction<X extends Exception> {
    void run() throws X;
}
