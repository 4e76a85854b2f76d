package dev.mooring.store;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.StoredHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that keeps a program working while its database fails: a new handle, and a state that cannot be written, are kept
 * in memory until the process ends. A lookup that the database would have to answer throws {@link HandleStoreUnavailable}.
 */
final class FallbackHandleStore<S> implements HandleStore<S> {
    private static final Logger LOG = LoggerFactory.getLogger(FallbackHandleStore.class);

    /** How long new handles skip a database that has failed, so that they do not wait for its timeout each time. */
    private static final long RETRY_NANOS = 5_000_000_000L;

    private final HandleStore<S> durable;
    private final HandleStore<S> memory;

    /** Held while a handle moves from the database to memory, so that concurrent updates move it once. */
    private final ReentrantLock moving = new ReentrantLock();

    private volatile boolean isFailing;
    private volatile long failedAt;

    FallbackHandleStore(HandleStore<S> durable, HandleStore<S> memory) {
        this.durable = durable;
        this.memory = memory;
    }

    private void onFailure(StoreFailed e) {
        failedAt = System.nanoTime();
        if (!isFailing) {
            isFailing = true;
            LOG.warn(
                    "{} While the store fails, new sessions are kept in memory and end with this process.",
                    e.getMessage());
        }
    }

    private void onSuccess() {
        if (isFailing) {
            isFailing = false;
            LOG.warn("The store works again. Sessions that began meanwhile still end with this process.");
        }
    }

    private <T> T lookUp(Supplier<T> lookup) {
        try {
            return lookup.get();
        } catch (StoreFailed e) {
            onFailure(e);
            throw new HandleStoreUnavailable(
                    "The session cannot be looked up now, so nothing was done. " + e.getMessage()
                            + " Then try again, or start a new session.",
                    e);
        }
    }

    @Override
    public Optional<Handle<S>> get(HandleId id) {
        Optional<Handle<S>> kept = memory.get(id);
        return kept.isPresent() ? kept : lookUp(() -> durable.get(id));
    }

    @Override
    public boolean touch(HandleId id) {
        return memory.touch(id) || lookUp(() -> durable.touch(id));
    }

    @Override
    public PutResult put(Handle<S> handle) {
        if (!isFailing || System.nanoTime() - failedAt >= RETRY_NANOS) {
            try {
                PutResult result = durable.put(handle);
                onSuccess();
                return result;
            } catch (StoreFailed e) {
                onFailure(e);
            }
        }
        return memory.put(handle);
    }

    @Override
    public Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change) {
        Optional<Handle<S>> kept = memory.update(id, change);
        if (kept.isPresent()) {
            return kept;
        }
        try {
            return durable.update(id, change);
        } catch (StoreFailed e) {
            onFailure(e);
            return updateInMemory(id, change, e);
        }
    }

    private Optional<Handle<S>> updateInMemory(HandleId id, UnaryOperator<S> change, StoreFailed failure) {
        moving.lock();
        try {
            Optional<Handle<S>> kept = memory.update(id, change);
            if (kept.isPresent()) { // a concurrent update has moved it
                return kept;
            }
            Optional<Handle<S>> changed =
                    lookUp(() -> durable.get(id)).map(handle -> handle.withState(change.apply(handle.state())));
            if (changed.isPresent() && memory.put(changed.get()) instanceof PutResult.LimitReached(Limit _, int max)) {
                throw new HandleStoreUnavailable(
                        "The state of the session cannot be stored. " + failure.getMessage()
                                + " Session limit in memory reached (" + max + "): end a session.",
                        failure);
            }
            return changed;
        } finally {
            moving.unlock();
        }
    }

    @Override
    public boolean remove(HandleKey key, HandleEnd.Reason reason) {
        boolean wasKept = memory.remove(key, reason);
        try {
            return durable.remove(key, reason) || wasKept;
        } catch (StoreFailed e) {
            onFailure(e);
            return wasKept;
        }
    }

    @Override
    public Optional<Tombstone> tombstone(HandleId id) {
        Optional<Tombstone> kept = memory.tombstone(id);
        return kept.isPresent() ? kept : lookUp(() -> durable.tombstone(id));
    }

    @Override
    public void sweep() {
        memory.sweep();
        try {
            durable.sweep();
        } catch (StoreFailed e) {
            onFailure(e);
        }
    }

    @Override
    public List<StoredHandle<S>> handles() {
        List<StoredHandle<S>> all = new ArrayList<>(memory.handles());
        try {
            all.addAll(durable.handles());
        } catch (StoreFailed e) {
            onFailure(e);
        }
        return all;
    }

    @Override
    public int count() {
        return durable.count() + memory.count();
    }

    @Override
    public void close() {
        try {
            durable.close();
        } catch (StoreFailed e) {
            onFailure(e);
        }
    }
}
