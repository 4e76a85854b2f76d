package dev.mooring.handle;

import org.apiguardian.api.API;

/** The handle stores of a program, in this process or in a database that outlives it. Thread-safe. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface HandleStores extends AutoCloseable {

    /**
     * Opens a store. The caller closes it before these stores.
     *
     * @param scope separates the handles of this store from others in the same place, such as {@code documents}
     * @param codec converts the state for a store outside the process
     * @param <S> the type of the state
     */
    <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options);

    /** Returns whether handles outlive this process. */
    boolean isDurable();

    /** Releases the database, if there is one. Its handles stay there. */
    @Override
    void close();

    /** Returns stores that keep their handles in this process. */
    static HandleStores inMemory() {
        return new InMemoryHandleStores();
    }
}
