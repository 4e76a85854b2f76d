package dev.mooring.run;

import org.apiguardian.api.API;

/** The ending of a run or a scope. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Ending {
    /** The body returned. */
    record Returned() implements Ending {}

    /** The body threw. */
    record Failed(Throwable cause) implements Ending {}

    /** The scope was cancelled before the body ended. The result of the body is discarded. */
    record Cancelled(String reason) implements Ending {}
}
