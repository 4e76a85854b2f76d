package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of a server for input from the client: its roots, a message of its model, or an answer of its user.
 *
 * @param method the protocol's method, such as {@code elicitation/create}
 * @param params the params of that method
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record InputRequest(String method, ObjectNode params) {
    /** Requests that the user fill in a form. */
    public static InputRequest elicit(String message, ObjectNode requestedSchema) {
        ObjectNode params = Json.object().put("message", message);
        params.set("requestedSchema", requestedSchema);
        return new InputRequest(Methods.ELICIT, params);
    }

    /** Requests a message of the client's model. */
    public static InputRequest sample(ObjectNode params) {
        return new InputRequest(Methods.SAMPLE, params);
    }

    /** Requests the client's roots. */
    public static InputRequest roots() {
        return new InputRequest(Methods.ROOTS_LIST, Json.object());
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object().put("method", method);
        json.set("params", params);
        return json;
    }
}
