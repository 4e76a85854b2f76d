package dev.mooring.mcp.client;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** Answers a request that the server sends to the client: roots, sampling or elicitation. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface ClientHandler {
    /**
     * Returns the result for the given params. Runs on a virtual thread of its own in the legacy era, and on the
     * caller's thread in the modern era. If it throws, the client logs the exception, and the server gets an error
     * without details.
     *
     * @throws AnswerRefused to answer with an error
     */
    ObjectNode answer(ObjectNode params) throws Exception;
}
