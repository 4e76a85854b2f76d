package dev.mooring.gateway;

import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import tools.jackson.databind.node.ObjectNode;

/** The last step of a forwarded request, which is either completed or abandoned. */
@FunctionalInterface
interface RequestCompletion {
    /** Returns the result for the caller. */
    ObjectNode complete(CallOutcome outcome) throws Refusal;

    /** Releases what the request has acquired. The caller has left, or the request failed without an outcome. */
    default void abandon() {}
}
