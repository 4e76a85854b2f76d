package dev.mooring.run;

/**
 * Where the body of a {@link RunStream} puts its elements. Any thread of the run may use it.
 *
 * @param <T> the elements
 */
@FunctionalInterface
public interface Emitter<T> {
    /**
     * Hands an element to the reader, after waiting for room in the buffer.
     *
     * @throws InterruptedException if the run is cancelled while this waits
     * @throws RunEnded if nobody will read the element, because the stream was closed or the run has ended
     */
    void emit(T element) throws InterruptedException;
}
