package dev.mooring.handle;

import java.io.Serializable;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Mints handles and takes them back, each only from the caller who got it. Safe for use by many threads. */
public final class Handles<S extends Serializable> {

    private final HandleStore<S> store;

    public Handles(HandleStore<S> store) {
        this.store = store;
    }

    public Minting<S> mint(Caller owner, S state) {
        var handle = new Handle<>(HandleId.random(), owner, state);
        return switch (store.put(handle)) {
            case HandleStore.Placement.Placed _ -> new Minting.Minted<>(handle);
            case HandleStore.Placement.CapReached(var cap, int limit) -> new Minting.Refused<>(cap, limit);
        };
    }

    /** Looks up what a client sent; finding it counts as a use. */
    public Lookup<S> find(String id, Caller caller) {
        return HandleId.parse(id).map(parsed -> find(parsed, caller)).orElseGet(Lookup.NotFound::new);
    }

    /** The same for an id that need not be read. */
    public Lookup<S> find(HandleId id, Caller caller) {
        return outcome(owned(id, caller).filter(handle -> store.touch(handle.id())));
    }

    /**
     * Changes the state in one atomic step and counts as a use.
     *
     * @param change free of side effects, because it may run more than once
     */
    public Lookup<S> update(String id, Caller caller, UnaryOperator<S> change) {
        return outcome(owned(id, caller).flatMap(handle -> store.update(handle.id(), change)));
    }

    /** Ends the handle before its time. False if the caller has no such handle. */
    public boolean end(String id, Caller caller) {
        return owned(id, caller).map(handle -> store.remove(handle.id())).orElse(false);
    }

    /** A stranger's question must not keep a handle alive, so ownership is settled before anything counts as a use. */
    private Optional<Handle<S>> owned(String id, Caller caller) {
        return HandleId.parse(id).flatMap(parsed -> owned(parsed, caller));
    }

    private Optional<Handle<S>> owned(HandleId id, Caller caller) {
        return store.get(id).filter(handle -> handle.owner().equals(caller));
    }

    private static <S extends Serializable> Lookup<S> outcome(Optional<Handle<S>> handle) {
        return handle.<Lookup<S>>map(Lookup.Found::new).orElseGet(Lookup.NotFound::new);
    }
}
