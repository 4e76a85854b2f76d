package dev.mooring.session;

import org.apiguardian.api.API;

/** A listener for session events. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface SessionListener {
    /**
     * Handles an event on the thread that caused it. Several threads may call this at once. Must return quickly. An exception
     * is logged and has no other effect.
     */
    void onEvent(SessionEvent event);
}
