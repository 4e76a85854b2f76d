package dev.mooring.handle;

import org.apiguardian.api.API;

/**
 * A handle as a store lists it: without its id, which only the client of the handle knows.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record StoredHandle<S>(HandleKey key, HandleOwner owner, S state) {}
