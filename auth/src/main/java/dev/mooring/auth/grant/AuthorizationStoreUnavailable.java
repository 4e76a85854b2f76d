package dev.mooring.auth.grant;

import org.apiguardian.api.API;

/** Thrown if the store cannot be reached now. Nothing was changed. The message says why, without secrets. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AuthorizationStoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates an exception. */
    public AuthorizationStoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
