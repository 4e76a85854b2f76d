package dev.mooring.handle;

import org.apiguardian.api.API;

/**
 * The result of looking up an id that a client sent.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Lookup<S> {

    /** The caller owns this handle. */
    record Found<S>(Handle<S> handle) implements Lookup<S> {}

    /** The caller owned this handle, which ended less than {@link HandleStoreOptions#TOMBSTONE_LIFETIME} ago. */
    record Ended<S>(HandleEnd end) implements Lookup<S> {}

    /** The id is unknown, ended long ago, or belongs to another owner. The caller cannot tell which. */
    record NotFound<S>() implements Lookup<S> {}
}
