package dev.mooring.handle;

import org.apiguardian.api.API;

/**
 * The result of minting a handle.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface MintResult<S> {

    /** The new handle. */
    record Minted<S>(Handle<S> handle) implements MintResult<S> {}

    /**
     * A limit is reached. Minting succeeds again after other handles end or expire.
     *
     * @param limit the limit that is reached
     * @param maximum the value of that limit
     */
    record Refused<S>(HandleStore.Limit limit, int maximum) implements MintResult<S> {}
}
