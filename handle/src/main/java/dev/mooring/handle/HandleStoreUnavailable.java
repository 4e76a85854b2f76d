package dev.mooring.handle;

import org.apiguardian.api.API;

/** Thrown if a store outside the process is unreachable or fails. The message says why and what to do, without secrets. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class HandleStoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public HandleStoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
