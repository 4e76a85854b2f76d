package dev.mooring.mcp.server;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** The behaviour of a tool. */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface ToolHandler {
    /**
     * Runs the tool on the thread of the call. The server interrupts that thread when the caller cancels.
     *
     * <p>If the handler requests input from a modern caller, the server runs the handler again, from its first line,
     * when the caller has answered.
     *
     * @param arguments the arguments, valid against the tool's input schema
     * @throws Refusal to answer with a JSON-RPC error; any other exception becomes an error result without details
     */
    ToolResult handle(ObjectNode arguments, Exchange exchange) throws Exception;
}
