package dev.mooring.mcp.server;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** Fills in a prompt. */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface PromptHandler {
    /**
     * Fills in the prompt on the thread of the call. The server interrupts that thread when the caller cancels.
     *
     * @param arguments the arguments: strings, among them all that the prompt requires
     * @throws Refusal to answer with a JSON-RPC error
     */
    PromptResult handle(ObjectNode arguments, Exchange exchange) throws Exception;
}
