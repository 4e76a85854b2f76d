package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.wire.ParamHeaders;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The way to the caller while a request is being answered; each transport has its own. Safe from any thread. */
public interface CallStream {
    /** Whether the caller can be told anything before the answer. */
    boolean canSend();

    /** Tells or asks the caller something that belongs to this request. */
    void send(Message message) throws IOException;

    /** What is wrong with the headers that mirror arguments; null if nothing is, or if there are no headers. */
    default @Nullable McpError mismatch(ParamHeaders wanted, @Nullable ObjectNode arguments) {
        return null;
    }
}
