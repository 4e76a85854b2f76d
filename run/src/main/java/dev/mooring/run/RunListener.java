package dev.mooring.run;

import org.apiguardian.api.API;

/** A listener for the events of a run. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface RunListener {
    /**
     * Handles an event on the thread that caused it. Several threads may call this at once. Must return quickly. An
     * exception is logged and has no other effect.
     */
    void onEvent(RunEvent event);
}
