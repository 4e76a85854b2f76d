package dev.mooring.gateway;

import dev.mooring.gateway.CompletedCall.Status;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The tool with which a caller ends its session. */
final class EndSessionTool {
    private static final String NAME = "end_session";
    private static final String ALTERNATIVE_NAME = "mooring_end_session";

    private EndSessionTool() {}

    /** Returns a name of the tool that differs from the names of the other tools. */
    static String nameBeside(Collection<String> otherNames) {
        return otherNames.contains(NAME) ? ALTERNATIVE_NAME : NAME;
    }

    /**
     * Creates the tool.
     *
     * @param server the name of the server of the endpoint, for the log; empty for all servers
     * @param arguments the arguments that may name the session; at least one
     */
    static Tool create(
            String name, String server, HandleSelection selection, List<SessionArgument> arguments, CallLog callLog) {
        ObjectNode input = Json.object().put("type", "object");
        ObjectNode properties = input.putObject("properties");
        for (SessionArgument argument : arguments) {
            properties
                    .putObject(argument.name())
                    .put("type", "string")
                    .put("description", "Id of the session to end, as in the result of its first call.");
        }
        input.put("additionalProperties", false);
        return Tool.named(name)
                .title("End session")
                .description("Ends a session and closes everything that belongs to it, such as an open browser or a"
                        + " running program. A session also ends after "
                        + SessionArgument.inWords(selection.open().idle())
                        + " without use.")
                .input(input)
                .annotations(Json.object().put("destructiveHint", true).put("idempotentHint", false))
                .handledBy((values, exchange) -> {
                    SessionArgument argument = presentIn(values, arguments);
                    var request = ForwardedRequest.ofTool(exchange, values);
                    CallLog.Entry entry = callLog.begin(server, NAME, exchange.caller());
                    return switch (selection
                            .selectExisting(exchange, argument.valueIn(values), argument.name(), request)
                            .orElseGet(() -> selection.unknown(argument.name()))) {
                        case Selection.Selected selected -> {
                            selection.open().end(selected.handle());
                            entry.complete(selected.handle(), values, Status.OK);
                            yield ToolResult.text("The session has ended.");
                        }
                        // The replica that ends the session reports it.
                        case Selection.Forwarded(var outcome) -> new ToolResult(ForwardedAnswers.toolResult(outcome));
                        case Selection.Refused(String message, boolean _) -> {
                            entry.complete(null, values, Status.ERROR);
                            yield ToolResult.error(message);
                        }
                    };
                });
    }

    private static SessionArgument presentIn(ObjectNode values, List<SessionArgument> arguments) {
        return arguments.stream()
                .filter(argument -> argument.valueIn(values) != null)
                .findFirst()
                .orElse(arguments.getFirst());
    }
}
