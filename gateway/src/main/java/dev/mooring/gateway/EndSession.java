package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import tools.jackson.databind.node.ObjectNode;

/** The tool by which a caller says that it is done with a session. */
final class EndSession {
    private EndSession() {}

    static Tool tool(String name, Berths berths) {
        var argument = new SessionArgument(SessionArgument.USUAL_NAME, berths.idle());
        ObjectNode input = Json.object().put("type", "object");
        input.putObject("properties")
                .putObject(argument.name())
                .put("type", "string")
                .put("description", "The session to end, as its first answer named it.");
        input.put("additionalProperties", false);
        return Tool.named(name)
                .title("End session")
                .description("Ends a session and everything that is kept for it, such as an open browser or a running"
                        + " program. Sessions also end by themselves after "
                        + SessionArgument.inWords(argument.idle()) + " without use.")
                .input(input)
                .annotations(Json.object().put("destructiveHint", true).put("idempotentHint", false))
                .handledBy((given, exchange) -> {
                    String session = argument.in(given);
                    return berths.end(exchange.caller(), session)
                            ? ToolResult.text("The session has ended.")
                            : ToolResult.error(berths.unknown(argument.name()));
                });
    }
}
