package dev.mooring.mcp.client;

import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** Receives the progress of one request, on the thread that waits for its reply. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface ProgressListener {
    /**
     * Receives the params of a progress notification unchanged: {@code progress}, and optionally {@code total} and
     * {@code message}.
     */
    void onProgress(ObjectNode params);
}
