package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The tool by which a caller says that it is done with a session. */
final class EndSession {
    private EndSession() {}

    /** @param arguments by which of them a session may be named; at least one */
    static Tool tool(String name, Berths berths, List<SessionArgument> arguments) {
        ObjectNode input = Json.object().put("type", "object");
        ObjectNode properties = input.putObject("properties");
        for (SessionArgument argument : arguments) {
            properties
                    .putObject(argument.name())
                    .put("type", "string")
                    .put("description", "The session to end, as its first answer named it.");
        }
        input.put("additionalProperties", false);
        return Tool.named(name)
                .title("End session")
                .description("Ends a session and everything that is kept for it, such as an open browser or a running"
                        + " program. Sessions also end by themselves after "
                        + SessionArgument.inWords(berths.idle()) + " without use.")
                .input(input)
                .annotations(Json.object().put("destructiveHint", true).put("idempotentHint", false))
                .handledBy((given, exchange) -> {
                    SessionArgument argument = namedBy(arguments, given);
                    return berths.end(exchange.caller(), argument.in(given))
                            ? ToolResult.text("The session has ended.")
                            : ToolResult.error(berths.unknown(argument.name()));
                });
    }

    private static SessionArgument namedBy(List<SessionArgument> arguments, ObjectNode given) {
        return arguments.stream()
                .filter(argument -> argument.in(given) != null)
                .findFirst()
                .orElse(arguments.getFirst());
    }
}
