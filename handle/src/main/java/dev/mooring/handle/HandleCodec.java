package dev.mooring.handle;

import org.apiguardian.api.API;

/**
 * A converter between the state of handles and JSON, for stores outside the process. A later version of a program reads what
 * an earlier version has written, so the format is explicit and changes only compatibly.
 *
 * @param <S> the type of the state
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface HandleCodec<S> {

    /** Returns the state as JSON text. */
    String encode(S state);

    /**
     * Returns the state that {@link #encode} has written.
     *
     * @throws IllegalArgumentException if the text is not such a state; a store then reports the handle as lost
     */
    S decode(String json);
}
