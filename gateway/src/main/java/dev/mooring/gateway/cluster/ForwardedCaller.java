package dev.mooring.gateway.cluster;

import dev.mooring.mcp.server.InputRequestFailed;
import tools.jackson.databind.node.ObjectNode;

/** The caller of a forwarded call: receives the messages that the call sends before its result. Thread-safe. */
public interface ForwardedCaller {

    /** Passes on a notification of the call, such as progress, as {@code method} and {@code params}. */
    void notify(ObjectNode notification);

    /**
     * Asks the caller for input, such as an elicitation, and waits for the answer.
     *
     * @throws InputRequestFailed if the caller answers with an error
     */
    ObjectNode requestInput(ObjectNode request) throws InputRequestFailed, InterruptedException;
}
