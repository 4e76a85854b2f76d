package dev.mooring.handle;

import java.io.Serializable;

/** What became of the wish for a new handle. */
public sealed interface Minting<S extends Serializable> {

    record Minted<S extends Serializable>(Handle<S> handle) implements Minting<S> {}

    /** There are as many as there may be; some have to end or expire first. */
    record Refused<S extends Serializable>(HandleStore.Cap cap, int limit) implements Minting<S> {}
}
