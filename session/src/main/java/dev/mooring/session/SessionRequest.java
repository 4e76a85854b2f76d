package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to send on a session.
 *
 * @param beforeSend runs right before the request is sent; if it throws, the request is not sent
 */
record SessionRequest(String method, ObjectNode params, Runnable beforeSend) {
    SessionRequest(String method, ObjectNode params) {
        this(method, params, () -> {});
    }

    static SessionRequest toolCall(String tool, ObjectNode arguments) {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return new SessionRequest(Methods.TOOLS_CALL, params);
    }

    boolean isToolCall() {
        return method.equals(Methods.TOOLS_CALL);
    }

    /** Returns the name of the tool, or else the method. Settings per tool apply to this name. */
    String target() {
        return isToolCall() ? Objects.requireNonNullElse(Json.stringAt(params, "name"), method) : method;
    }
}
