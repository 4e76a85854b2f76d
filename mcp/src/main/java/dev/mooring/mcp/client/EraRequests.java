package dev.mooring.mcp.client;

import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import tools.jackson.databind.node.ObjectNode;

/** Sends the requests of one connection by the rules of its era. Thread-safe. */
interface EraRequests {
    /** Sends a request and waits for its reply. */
    Reply send(String method, ObjectNode params, CallOptions options) throws InterruptedException;

    /** Lists all tools that the protocol allows this client to call. */
    default Reply listTools() throws InterruptedException {
        return Pages.listAll(this, Methods.TOOLS_LIST, "tools");
    }
}
