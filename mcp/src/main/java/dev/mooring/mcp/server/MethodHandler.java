package dev.mooring.mcp.server;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** Answers a method that the library does not know, such as a method of an extension. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface MethodHandler {
    /**
     * Returns the result of a request.
     *
     * @param params the params of the request; empty if it has none
     * @throws Refusal to answer with a JSON-RPC error
     */
    ObjectNode handle(ObjectNode params, Exchange exchange) throws Exception;
}
