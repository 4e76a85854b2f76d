package dev.mooring.mcp.server.http.sessions;

import org.apiguardian.api.API;

/** Thrown when a {@link SessionStore} cannot store or look up a session. The message is for people. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SessionStoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public SessionStoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
