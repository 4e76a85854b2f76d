package dev.mooring.vault.server;

import java.time.Duration;

/** Hears of each call of a tool when it is over, on the call's own thread. */
@FunctionalInterface
public interface ToolCallListener {
    /**
     * A call is over.
     *
     * @param failed whether the answer was an error, the model's own mistakes included
     */
    void called(String tool, Duration took, boolean failed);
}
