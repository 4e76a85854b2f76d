package dev.mooring.run;

/**
 * What a run does whose results are read while it goes on.
 *
 * @param <T> the elements
 */
@FunctionalInterface
public interface StreamBody<T> {
    void run(Emitter<T> out) throws Exception;
}
