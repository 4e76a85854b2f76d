package dev.mooring.handle;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * A store of handles. Each operation is at most one round trip, so that several processes can
 * share a store.
 *
 * <p>Implementations are thread-safe. They expire a handle that was not used for the configured idle time, and never
 * return an expired handle. For {@link HandleStoreOptions#TOMBSTONE_LIFETIME} after the end of a handle they remember when
 * and how it ended.
 *
 * <p>The type of the state is unconstrained. {@link InMemoryHandleStore} keeps the state object itself. A store that
 * keeps state outside the process uses a {@link HandleCodec}, and keeps the {@link HandleKey} of a handle instead of its
 * id. It may write the time of a use later, but a new handle and a changed state are stored before the operation returns.
 * Its operations can throw {@link HandleStoreUnavailable}.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface HandleStore<S> extends AutoCloseable {

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
     * not exist or has expired. A state that equals the old one is not stored again.
     *
     * @param change free of side effects, because a shared store may apply it more than once
     */
    Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change);

    /** Ends a handle at the request of its caller. Returns false if the handle does not exist or has expired. */
    default boolean remove(HandleId id) {
        return remove(HandleKey.of(id), HandleEnd.Reason.ENDED);
    }

    /** Ends a handle. Returns false if the handle does not exist or has expired. */
    boolean remove(HandleKey key, HandleEnd.Reason reason);

    /** Returns when and how a handle ended, or empty if it has not ended or the store no longer knows. */
    Optional<Tombstone> tombstone(HandleId id);

    /**
     * Restarts the idle timeout of handles that are in use, ends expired handles, and forgets old tombstones. Idempotent.
     *
     * <p>A program that relies on the end listener or on {@link HandleStoreOptions#inUse} calls it from a timer, several times
     * per idle timeout. For other programs, the {@link HandleStores} of a database call it about once a minute, so that
     * expired rows do not pile up.
     */
    void sweep();

    /** Returns the handles that have not expired. Does not count as a use. */
    List<StoredHandle<S>> handles();

    /** Returns the number of handles, including those that have expired but that no {@link #sweep} has ended yet. */
    int count();

    /** Writes pending uses, and releases the store. Ends no handle. */
    @Override
    void close();

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

    /** The record of an ended handle. */
    record Tombstone(HandleOwner owner, HandleEnd end) {}
}
