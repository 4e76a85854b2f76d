package dev.mooring.session;

import org.apiguardian.api.API;

/** A listener for session events. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface SessionListener {
    /** Handles an event on the thread that caused it. Must return quickly and must not throw. */
    void onEvent(SessionEvent event);
}
