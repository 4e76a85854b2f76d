package dev.mooring.mcp.server;

import java.util.Map;

/** How a resource is read. */
@FunctionalInterface
public interface ResourceReader {
    /**
     * Runs on a thread of its own call, which is interrupted when the caller cancels.
     *
     * @param variables what the parts of the template stand for in this address; empty for a plain resource
     * @throws Refusal to answer with a JSON-RPC error; see {@link Resource#notFound}
     */
    ReadResult read(String uri, Map<String, String> variables, Exchange exchange) throws Exception;
}
