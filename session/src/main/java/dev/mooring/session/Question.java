package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Something to ask of a server on a session. */
record Question(String method, ObjectNode params) {
    static Question tool(String tool, ObjectNode arguments) {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return new Question(Methods.TOOLS_CALL, params);
    }

    /** The tool that is called, or else the method. */
    String topic() {
        return method.equals(Methods.TOOLS_CALL)
                ? Objects.requireNonNullElse(Json.stringAt(params, "name"), method)
                : method;
    }
}
