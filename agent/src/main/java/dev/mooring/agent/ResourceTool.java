package dev.mooring.agent;

import dev.mooring.agent.model.ToolOutput;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.session.Approval;
import dev.mooring.session.CallBatch;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.CallTrace;
import dev.mooring.session.PlannedCall;
import dev.mooring.session.Sessions;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The built-in tool that reads resources of an agent's servers, on the sessions of the run.
 *
 * @param servers the servers that have resources
 */
record ResourceTool(List<String> servers, ObjectNode inputSchema) implements AgentTool {
    static final String NAME = "read_resource";

    static ResourceTool of(List<String> servers) {
        ObjectNode schema = Json.objectOf("""
            {"type": "object", "required": ["server", "uri"], "additionalProperties": false,
             "properties": {"server": {"type": "string"}, "uri": {"type": "string"}}}\
            """);
        ArrayNode names = ((ObjectNode) schema.at("/properties/server")).putArray("enum");
        servers.forEach(names::add);
        return new ResourceTool(List.copyOf(servers), schema);
    }

    @Override
    public ToolOrigin origin() {
        return new ToolOrigin.Function(NAME);
    }

    @Override
    public String description() {
        return "Reads a resource of a server, for example the target of a [link: URI] in a result of one of its tools.";
    }

    @Override
    public @Nullable PlannedCall plan(CallBatch batch, JsonNode arguments) {
        String server = Json.stringAt(arguments, "server");
        return server != null && servers.contains(server) ? batch.planRequest(server, Methods.RESOURCES_READ) : null;
    }

    @Override
    public ToolCallResult call(ToolCall call) throws InterruptedException {
        CallTrace trace = Objects.requireNonNull(call.planned())
                .call(Json.object().put("uri", call.arguments().path("uri").stringValue()), null);
        CallOutcome outcome = trace.outcome();
        return ToolCallResult.of(
                new ToolOutput(outcome.text(), List.of(), outcome.isError()),
                trace,
                call.arguments().path("server").stringValue());
    }

    /** Returns whether resources of a server need no approval, because the tool cannot ask a person. */
    static boolean isAllowed(Sessions sessions, String server) {
        Approval configured = sessions.server(server).settings().approval().forTool(Methods.RESOURCES_READ);
        return configured == null || configured == Approval.ALLOW;
    }
}
