package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request on its way, complete with everything a transport needs.
 *
 * @param id unique on its connection; also the progress token
 * @param version what the request speaks; null while that is being settled by {@code initialize}
 * @param headers modern HTTP only: arguments that are mirrored into headers
 * @param notifications hears what comes on the call's own stream, where it has one
 */
public record Call(
        long id,
        String method,
        ObjectNode params,
        @Nullable ProtocolVersion version,
        Map<String, String> headers,
        Deadline deadline,
        @Nullable ProgressListener progress,
        @Nullable NotificationListener notifications) {

    public boolean isModern() {
        return version != null && version.era() == Era.MODERN;
    }

    public Message.Request toRequest() {
        return new Message.Request(RequestId.of(id), method, params);
    }
}
