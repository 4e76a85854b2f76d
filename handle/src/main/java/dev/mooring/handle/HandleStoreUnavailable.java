package dev.mooring.handle;

import org.apiguardian.api.API;

/** Thrown when a store cannot tell whether it has a handle. The message says why and what to do, and contains no secret. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class HandleStoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public HandleStoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
