package dev.mooring.vault.server;

import java.time.Duration;
import org.apiguardian.api.API;

/** A listener for tool calls, for metrics. */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface ToolCallListener {

    /**
     * Called at the end of each tool call, on the thread of the call.
     *
     * @param failed whether the result was an error, including errors that the model caused
     */
    void called(String tool, Duration duration, boolean failed);
}
