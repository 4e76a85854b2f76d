package dev.mooring.session;

import org.apiguardian.api.API;

/** Thrown if a caller needs a session after {@link Sessions#close}. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class SessionsClosed extends IllegalStateException {
    SessionsClosed() {
        super("Cannot make a call or open a session: the sessions are closed. Close them after the last run.");
    }

    /** Repeats the exception for another caller, with that caller's stack trace. */
    SessionsClosed(SessionsClosed first) {
        super(first.getMessage(), first);
    }
}
