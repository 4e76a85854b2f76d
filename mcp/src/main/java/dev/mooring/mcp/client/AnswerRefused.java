package dev.mooring.mcp.client;

import dev.mooring.mcp.McpError;
import org.apiguardian.api.API;

/** Thrown by a {@link ClientHandler} to answer the server's request with an error. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class AnswerRefused extends Exception {
    private final transient McpError error;

    /** Creates the exception for an error. */
    public AnswerRefused(McpError error) {
        super(error.message());
        this.error = error;
    }

    /** Returns the error. */
    public McpError error() {
        return error;
    }
}
