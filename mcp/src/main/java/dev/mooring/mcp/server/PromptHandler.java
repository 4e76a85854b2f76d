package dev.mooring.mcp.server;

import tools.jackson.databind.node.ObjectNode;

/** How a prompt is filled in. */
@FunctionalInterface
public interface PromptHandler {
    /**
     * Runs on a thread of its own call, which is interrupted when the caller cancels. The arguments that the prompt
     * requires are there, as strings.
     *
     * @throws Refusal to answer with a JSON-RPC error
     */
    PromptResult handle(ObjectNode arguments, Exchange exchange) throws Exception;
}
