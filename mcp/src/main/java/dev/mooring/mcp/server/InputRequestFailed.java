package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;

/** The client answered a question of the server with an error, or not in time. */
public final class InputRequestFailed extends Exception {
    private final transient McpError error;

    InputRequestFailed(McpError error) {
        super("The client did not answer: " + error.message());
        this.error = error;
    }

    public McpError error() {
        return error;
    }
}
