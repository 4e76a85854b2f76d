package dev.mooring.handle;

import java.io.Serializable;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where handles live. Small on purpose: each operation is one round trip for a store shared by several replicas.
 *
 * <p>Implementations are safe for use by many threads, expire handles that were not used for the time they were
 * configured with, and never hand out an expired one.
 */
public interface HandleStore<S extends Serializable> {

    /** The handle, without counting as a use. */
    Optional<Handle<S>> get(HandleId id);

    /** Counts as a use: the idle time starts anew. False if there is no such handle any more. */
    boolean touch(HandleId id);

    /** Stores a new handle unless a cap is reached; frees what has expired before it counts. */
    Placement put(Handle<S> handle);

    /**
     * Replaces the state in one atomic step and counts as a use. Empty if there is no such handle any more.
     *
     * @param change free of side effects, because a shared store may apply it more than once
     */
    Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change);

    /** True if the handle was there until now. */
    boolean remove(HandleId id);

    /** What became of a {@link #put}. */
    sealed interface Placement {

        record Placed() implements Placement {}

        record CapReached(Cap cap, int limit) implements Placement {}
    }

    /** Which of the limits was reached. */
    enum Cap {
        PER_PRINCIPAL,
        OVERALL
    }
}
