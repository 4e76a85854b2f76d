package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;
import org.apiguardian.api.API;

/** Thrown if the client answers an {@link InputRequest} with an error, or not in time. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InputRequestFailed extends Exception {
    private final transient McpError error;

    /** Creates the exception for an error. */
    public InputRequestFailed(McpError error) {
        super("The client did not answer the input request: " + error.message());
        this.error = error;
    }

    /** Returns the error. */
    public McpError error() {
        return error;
    }
}
