package dev.mooring.mcp.server;

import java.util.Map;
import org.apiguardian.api.API;

/** Reads a resource. */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface ResourceReader {
    /**
     * Reads the resource on the thread of the call. The server interrupts that thread when the caller cancels.
     *
     * @param variables the values of the template's variables in this URI; empty for a plain resource
     * @throws Refusal to answer with a JSON-RPC error; see {@link Resource#notFound}
     */
    ReadResult read(String uri, Map<String, String> variables, Exchange exchange) throws Exception;
}
