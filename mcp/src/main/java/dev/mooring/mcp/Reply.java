package dev.mooring.mcp;

import tools.jackson.databind.node.ObjectNode;

/** What became of a request. */
public sealed interface Reply {
    /** The server did it; the result is as it came. */
    record Result(ObjectNode result) implements Reply {}

    /** The server refused with a JSON-RPC error. */
    record Fault(McpError error) implements Reply {}

    /** There is no answer from the server. */
    record Failed(Failure failure) implements Reply {}
}
