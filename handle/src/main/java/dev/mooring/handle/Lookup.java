package dev.mooring.handle;

import java.io.Serializable;

/** What a client's id stands for. */
public sealed interface Lookup<S extends Serializable> {

    record Found<S extends Serializable>(Handle<S> handle) implements Lookup<S> {}

    /** Never minted, expired, ended, or somebody else's: the caller cannot tell which. */
    record NotFound<S extends Serializable>() implements Lookup<S> {}
}
