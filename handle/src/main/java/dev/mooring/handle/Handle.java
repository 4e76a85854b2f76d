package dev.mooring.handle;

import java.io.Serializable;

/** A minted id with its owner and the state it stands for. Immutable; a change of state makes a new one. */
public record Handle<S extends Serializable>(HandleId id, Caller owner, S state) implements Serializable {

    public Handle<S> withState(S changed) {
        return new Handle<>(id, owner, changed);
    }
}
