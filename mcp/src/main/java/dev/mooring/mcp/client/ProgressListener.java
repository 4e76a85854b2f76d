package dev.mooring.mcp.client;

import tools.jackson.databind.node.ObjectNode;

/** Hears of the progress of one call, on the thread that waits for that call. */
@FunctionalInterface
public interface ProgressListener {
    /** The server has got further; the params are as it sent them: {@code progress}, perhaps {@code total} and {@code message}. */
    void onProgress(ObjectNode params);
}
