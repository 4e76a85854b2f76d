package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown when a caller needs a session after {@link Sessions#close}. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class SessionsClosed extends IllegalStateException {
    SessionsClosed() {
        super(
                "The sessions are closed: no call can be made and no session can be opened. Close them after the last run.");
    }

    /** Repeats the exception for another caller, with that caller's stack trace. */
    SessionsClosed(SessionsClosed first) {
        super(first.getMessage(), first);
    }
}
