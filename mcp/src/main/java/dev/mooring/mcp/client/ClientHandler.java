package dev.mooring.mcp.client;

import tools.jackson.databind.node.ObjectNode;

/** Answers what a server asks of its client: roots, sampling, elicitation. Called on a virtual thread of its own. */
@FunctionalInterface
public interface ClientHandler {
    /** The result for the given params. An exception is told to the server as a plain refusal, without details. */
    ObjectNode answer(ObjectNode params) throws Exception;
}
