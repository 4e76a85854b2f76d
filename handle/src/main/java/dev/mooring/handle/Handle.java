package dev.mooring.handle;

import org.apiguardian.api.API;

/**
 * An id that a server minted, with its owner and its state.
 *
 * @param id the id that the client passes back
 * @param owner the only party that can use the handle
 * @param state what the id stands for; an in-memory store keeps the object itself
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Handle<S>(HandleId id, HandleOwner owner, S state) {

    /** Returns a handle with the same id and owner, and another state. */
    public Handle<S> withState(S newState) {
        return new Handle<>(id, owner, newState);
    }
}
