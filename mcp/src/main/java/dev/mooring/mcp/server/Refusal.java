package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;
import org.apiguardian.api.API;

/** Thrown to end a request with a JSON-RPC error instead of a result. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Refusal extends Exception {
    private final transient McpError error;

    /** Creates a refusal. It has no stack trace, because it is an answer and not a fault of the server. */
    public Refusal(McpError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    /** Returns the error that the caller receives. */
    public McpError error() {
        return error;
    }
}
