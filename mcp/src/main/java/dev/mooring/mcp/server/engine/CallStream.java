package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.wire.ParamHeaders;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The transport's connection to the caller while a request is in flight. Thread-safe. */
public interface CallStream {
    /** Returns whether the caller accepts messages before the response. */
    boolean canSend();

    /** Sends a notification or a request that belongs to the request in flight. */
    void send(Message message) throws IOException;

    /** Runs a task when the response has been sent; see {@code Exchange}. */
    default void afterDelivery(Runnable task) {
        task.run();
    }

    /** Returns a header of the HTTP request; null if the request lacks the header. */
    default @Nullable String header(String name) {
        return null;
    }

    /** Returns the error for headers that do not mirror the arguments, or null if they do or there are no headers. */
    default @Nullable McpError headerMismatch(ParamHeaders headers, @Nullable ObjectNode arguments) {
        return null;
    }

    /** Called if the caller lacks a scope that its request needs. The response is an error. */
    default void onMissingScope(String scope) {}
}
