package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;

/** Ends a request with a JSON-RPC error instead of a result. */
public final class Refusal extends Exception {
    private final transient McpError error;

    public Refusal(McpError error) {
        // No stack trace: this is an answer, not a fault of the program.
        super(error.message(), null, false, false);
        this.error = error;
    }

    public McpError error() {
        return error;
    }
}
