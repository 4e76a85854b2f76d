package dev.mooring.mcp;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of a request. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Reply {
    /** The server returned a result, which is unchanged here. A tool call that failed is a result too. */
    record Result(ObjectNode result) implements Reply {}

    /** The server returned a JSON-RPC error. */
    record Rejected(McpError error) implements Reply {}

    /** The client has no response from the server. */
    record Failed(Failure failure) implements Reply {}
}
