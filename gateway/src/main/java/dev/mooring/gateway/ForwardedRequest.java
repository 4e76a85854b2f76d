package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Exchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request in the form in which it is forwarded to the replica that owns its handle.
 *
 * @param server the name of the upstream server, if the method does not determine it; else null
 * @param params the params that the endpoint's own handler of the method takes
 */
record ForwardedRequest(String method, @Nullable String server, ObjectNode params) {

    /** Returns a call of a tool of the endpoint. */
    static ForwardedRequest ofTool(Exchange exchange, ObjectNode arguments) {
        ObjectNode params =
                Json.object().put("name", Objects.requireNonNullElse(Json.stringAt(exchange.params(), "name"), ""));
        params.set("arguments", arguments);
        return new ForwardedRequest(Methods.TOOLS_CALL, null, params);
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object().put("method", method);
        if (server != null) {
            json.put("server", server);
        }
        json.set("params", params);
        return json;
    }

    static ForwardedRequest from(@Nullable ObjectNode json) {
        return new ForwardedRequest(
                Objects.requireNonNullElse(Json.stringAt(json, "method"), ""),
                Json.stringAt(json, "server"),
                Json.shallowCopy(Json.objectAt(json, "params")));
    }
}
