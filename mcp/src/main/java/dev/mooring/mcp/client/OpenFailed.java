package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import org.apiguardian.api.API;

/** Thrown if a connection cannot be opened. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class OpenFailed extends Exception {
    private final transient Failure failure;

    /** Creates an exception with the message of the failure. */
    public OpenFailed(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /** Returns the reason. */
    public Failure failure() {
        return failure;
    }
}
