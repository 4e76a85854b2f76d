package dev.mooring.handle;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * The handles of a server, each accessible only to its owner. Thread-safe.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Handles<S> {

    private final HandleStore<S> store;

    /** Keeps the handles in the given store. */
    public Handles(HandleStore<S> store) {
        this.store = store;
    }

    /** Mints a handle with the given state. */
    public MintResult<S> mint(HandleOwner owner, S state) {
        return mint(owner, _ -> state);
    }

    /** Mints a handle whose state depends on its id. */
    public MintResult<S> mint(HandleOwner owner, Function<? super HandleId, ? extends S> state) {
        HandleId id = HandleId.random();
        var handle = new Handle<S>(id, owner, state.apply(id));
        return switch (store.put(handle)) {
            case HandleStore.PutResult.Stored _ -> new MintResult.Minted<>(handle);
            case HandleStore.PutResult.LimitReached(var limit, int maximum) -> new MintResult.Refused<>(limit, maximum);
        };
    }

    /** Looks up an id that a client sent. Restarts the idle timeout if the handle belongs to the caller. */
    public Lookup<S> find(String id, HandleOwner caller) {
        return HandleId.parse(id).map(parsed -> find(parsed, caller)).orElseGet(Lookup.NotFound::new);
    }

    /** Looks up a handle. Restarts the idle timeout if the handle belongs to the caller. */
    public Lookup<S> find(HandleId id, HandleOwner caller) {
        return toLookup(owned(id, caller).filter(handle -> store.touch(handle.id())), id, caller);
    }

    /**
     * Replaces the state atomically and restarts the idle timeout, if the handle belongs to the caller.
     *
     * @param change free of side effects, because a shared store may apply it more than once
     */
    public Lookup<S> update(String id, HandleOwner caller, UnaryOperator<S> change) {
        return HandleId.parse(id)
                .map(parsed -> toLookup(
                        owned(parsed, caller).flatMap(handle -> store.update(handle.id(), change)), parsed, caller))
                .orElseGet(Lookup.NotFound::new);
    }

    /** Ends a handle. Returns false if the caller has no such handle. */
    public boolean end(String id, HandleOwner caller) {
        return HandleId.parse(id)
                .flatMap(parsed -> owned(parsed, caller))
                .map(handle -> store.remove(handle.id()))
                .orElse(false);
    }

    /** Checks the owner without counting as a use, so that another caller cannot keep a handle alive. */
    private Optional<Handle<S>> owned(HandleId id, HandleOwner caller) {
        return store.get(id).filter(handle -> handle.owner().equals(caller));
    }

    private Lookup<S> toLookup(Optional<Handle<S>> handle, HandleId id, HandleOwner caller) {
        return handle.<Lookup<S>>map(Lookup.Found::new).orElseGet(() -> ended(id, caller));
    }

    private Lookup<S> ended(HandleId id, HandleOwner caller) {
        return store.tombstone(id)
                .filter(tombstone -> tombstone.owner().equals(caller))
                .<Lookup<S>>map(tombstone -> new Lookup.Ended<>(tombstone.end()))
                .orElseGet(Lookup.NotFound::new);
    }
}
