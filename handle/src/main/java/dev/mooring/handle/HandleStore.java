package dev.mooring.handle;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * The port to the place where handles are kept. Each operation is one round trip, so that several replicas can share a
 * store.
 *
 * <p>Implementations are thread-safe. They expire a handle that was not used for the configured idle time, and never
 * return an expired handle.
 *
 * <p>The type of the state is unconstrained. {@link InMemoryHandleStore} keeps the state object itself. A store that
 * keeps state outside the process takes a codec for {@code S} as a constructor argument; it must not rely on Java
 * serialization.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface HandleStore<S> {

    /** Returns the handle. Does not count as a use. */
    Optional<Handle<S>> get(HandleId id);

    /** Restarts the idle timeout of a handle. Returns false if the handle does not exist or has expired. */
    boolean touch(HandleId id);

    /**
     * Stores a new handle unless a limit is reached. Expired handles do not count towards the limits.
     *
     * @throws IllegalStateException if the store has a handle with this id
     */
    PutResult put(Handle<S> handle);

    /**
     * Replaces the state atomically and restarts the idle timeout. Returns the changed handle, or empty if the handle does
     * not exist or has expired.
     *
     * @param change free of side effects, because a shared store may apply it more than once
     */
    Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change);

    /** Removes a handle. Returns false if the handle does not exist or has expired. */
    boolean remove(HandleId id);

    /** The result of {@link #put}. */
    sealed interface PutResult {

        /** The store keeps the handle. */
        record Stored() implements PutResult {}

        /**
         * The store did not keep the handle.
         *
         * @param limit the limit that is reached
         * @param maximum the value of that limit
         */
        record LimitReached(Limit limit, int maximum) implements PutResult {}
    }

    /** The limits on the number of handles. */
    enum Limit {
        /** {@link HandleLimits#perPrincipal}. */
        PER_PRINCIPAL,
        /** {@link HandleLimits#overall}. */
        OVERALL
    }
}
