package dev.mooring.app.state;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleEnd;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleKey;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.StoredHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A store that another thread opens. Each operation waits until it is open. */
final class DeferredHandleStore<S> implements HandleStore<S> {
    private final CompletableFuture<HandleStore<S>> store;

    DeferredHandleStore(CompletableFuture<HandleStore<S>> store) {
        this.store = store;
    }

    private HandleStore<S> store() {
        return DeferredHandleStores.await(store);
    }

    @Override
    public Optional<Handle<S>> get(HandleId id) {
        return store().get(id);
    }

    @Override
    public boolean touch(HandleId id) {
        return store().touch(id);
    }

    @Override
    public PutResult put(Handle<S> handle) {
        return store().put(handle);
    }

    @Override
    public Optional<Handle<S>> update(HandleId id, UnaryOperator<S> change) {
        return store().update(id, change);
    }

    @Override
    public boolean remove(HandleKey key, HandleEnd.Reason reason) {
        return store().remove(key, reason);
    }

    @Override
    public Optional<Tombstone> tombstone(HandleId id) {
        return store().tombstone(id);
    }

    @Override
    public void sweep() {
        store().sweep();
    }

    @Override
    public List<StoredHandle<S>> handles() {
        return store().handles();
    }

    @Override
    public int count() {
        return store().count();
    }

    @Override
    public void close() {
        DeferredHandleStores.ifOpened(store).ifPresent(HandleStore::close);
    }
}
