package dev.mooring.mcp.client.transport;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request with everything that a transport needs to send it.
 *
 * @param id unique on its connection; also the progress token
 * @param version the protocol version of the request; null for {@code initialize}, which negotiates it
 * @param headers modern HTTP only: arguments that are mirrored into headers
 * @param progress receives the params of progress notifications, on the thread that waits for the reply
 * @param notifications receives other notifications on the call's own stream, if the transport has such streams
 */
public record Call(
        long id,
        String method,
        ObjectNode params,
        @Nullable ProtocolVersion version,
        Map<String, String> headers,
        Deadline deadline,
        @Nullable Consumer<ObjectNode> progress,
        @Nullable Consumer<Message.Notification> notifications) {

    /** Creates a call without headers and listeners. */
    public Call(long id, String method, ObjectNode params, @Nullable ProtocolVersion version, Deadline deadline) {
        this(id, method, params, version, Map.of(), deadline, null, null);
    }

    /** Returns whether the request follows the rules of the modern era. */
    public boolean isModern() {
        return version != null && version.era() == Era.MODERN;
    }

    /** Returns the message to send. */
    public Message.Request toRequest() {
        return new Message.Request(RequestId.of(id), method, params);
    }
}
