package dev.mooring.app.web;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The resources of a service, which are closed in the reverse order of their opening. Not thread-safe. */
public final class OpenResources implements AutoCloseable {
    private Deque<Closeable> closings = new ArrayDeque<>();

    /**
     * Adds a resource.
     *
     * @param closing closes the resource
     */
    public void add(Closeable closing) {
        closings.addLast(closing);
    }

    /** Moves all resources to a new owner: closing this object has no effect from now on. */
    public OpenResources release() {
        var owner = new OpenResources();
        owner.closings = closings;
        closings = new ArrayDeque<>();
        return owner;
    }

    /** Closes all resources, the last one first, even if one of them fails. Throws the first failure. */
    @Override
    public void close() throws IOException {
        if (!closings.isEmpty()) {
            try (Closeable _ = this::close;
                    Closeable _ = closings.removeLast()) {
                // leaving the block closes
            }
        }
    }
}
