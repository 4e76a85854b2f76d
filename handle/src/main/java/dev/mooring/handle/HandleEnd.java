package dev.mooring.handle;

import java.time.Instant;
import org.apiguardian.api.API;

/**
 * When and how a handle ended.
 *
 * @param at the time of the end; for an expired handle, the time when its idle timeout passed
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record HandleEnd(Instant at, Reason reason) {

    /** How a handle ended. */
    public enum Reason {
        /** The handle was not used for the idle timeout. */
        EXPIRED,
        /** Its caller or a person ended the handle. */
        ENDED,
        /** The state behind the handle was lost, for example with the process that held it. */
        LOST,
        /** The store made room for another handle at a limit. */
        EVICTED
    }
}
