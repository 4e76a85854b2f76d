package dev.mooring.mcp.server;

import tools.jackson.databind.node.ObjectNode;

/** What a tool does. */
@FunctionalInterface
public interface ToolHandler {
    /**
     * Runs on a thread of its own call, which is interrupted when the caller cancels. The arguments satisfy the tool's
     * schema. In the modern era a handler that asks the caller something is run again, from its first line, once the
     * caller has answered.
     *
     * @throws Refusal to answer with a JSON-RPC error; anything else thrown becomes an error result that tells the
     *     caller nothing of the program's inside
     */
    ToolResult handle(ObjectNode arguments, Exchange exchange) throws Exception;
}
