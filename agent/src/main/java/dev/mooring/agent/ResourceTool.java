package dev.mooring.agent;

import dev.mooring.agent.model.ToolResult;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.session.Approval;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.Sessions;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The built-in tool that reads resources of an agent's servers, on the sessions of the run. */
final class ResourceTool {
    static final String NAME = "read_resource";

    private static final String DESCRIPTION =
            "Reads a resource of a server, for example the target of a [link: URI] in a result of one of its tools.";

    private ResourceTool() {}

    /** @param servers the servers that have resources */
    static FunctionTool of(Sessions sessions, List<String> servers) {
        ObjectNode schema = Json.objectOf("""
            {"type": "object", "required": ["server", "uri"], "additionalProperties": false,
             "properties": {"server": {"type": "string"}, "uri": {"type": "string"}}}\
            """);
        ArrayNode names = ((ObjectNode) schema.at("/properties/server")).putArray("enum");
        servers.forEach(names::add);
        return FunctionTool.of(NAME, DESCRIPTION, schema, arguments -> {
            CallOutcome outcome = sessions.request(
                            arguments.path("server").stringValue(),
                            Methods.RESOURCES_READ,
                            Json.object().put("uri", arguments.path("uri").stringValue()))
                    .outcome();
            return new ToolResult(outcome.text(), List.of(), outcome.isError());
        });
    }

    /** Returns whether resources of a server need no approval, because the tool cannot ask a person. */
    static boolean isAllowed(Sessions sessions, String server) {
        Approval configured = sessions.server(server).settings().approval().forTool(Methods.RESOURCES_READ);
        return configured == null || configured == Approval.ALLOW;
    }
}
