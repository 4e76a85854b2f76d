package dev.mooring.mcp.client.protocol;

import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** A blocking step of the handshake on its own virtual thread, so that a caller can wait for two of them. */
final class Attempt<T> {
    private final Thread thread;
    private volatile @Nullable T result;
    private volatile @Nullable Exception failure;

    /** The blocking step. */
    interface Body<T> {
        T run() throws HandshakeFailed, InterruptedException;
    }

    /**
     * Starts the step.
     *
     * @param finished receives this attempt when it has succeeded or failed
     */
    Attempt(Body<T> body, BlockingQueue<Attempt<?>> finished) {
        thread = Thread.ofVirtual().start(() -> {
            try {
                result = body.run();
            } catch (HandshakeFailed | InterruptedException | RuntimeException e) {
                failure = e;
            }
            finished.add(this);
        });
    }

    boolean hasSucceeded() {
        return result != null;
    }

    /** Waits for the result. */
    T get() throws HandshakeFailed, InterruptedException {
        thread.join();
        if (failure instanceof HandshakeFailed failed) {
            throw failed;
        }
        T value = result;
        if (value == null) {
            throw new IllegalStateException(failure);
        }
        return value;
    }

    /** Interrupts the step without waiting for its end. */
    void cancel() {
        thread.interrupt();
    }

    /** Waits until the step has finished, which its deadline guarantees. */
    void awaitEnd() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
