package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.CallOutcome;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The results that callers receive for the outcomes of upstream requests. */
final class CallerResults {
    private CallerResults() {}

    /** Returns the result of a tool call. A call without a result gets an error result, which the model can read. */
    static ObjectNode ofToolCall(CallOutcome outcome) throws Refusal {
        return of(
                outcome,
                UnaryOperator.identity(),
                message -> ToolResult.error(message).json());
    }

    /** Returns the result of another request. A request without a result gets a JSON-RPC error. */
    static ObjectNode ofRequest(CallOutcome outcome, Caller caller) throws Refusal {
        return of(outcome, error -> inEraOf(caller, error), message -> {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, message));
        });
    }

    private static ObjectNode of(
            CallOutcome outcome, UnaryOperator<McpError> rejection, ParkedCalls.EndedCall withoutResult)
            throws Refusal {
        return switch (outcome) {
            case CallOutcome.WithResult answered -> answered.result();
            case CallOutcome.Rejected rejected -> throw new Refusal(rejection.apply(rejected.error()));
            case CallOutcome.WithoutResult failed -> withoutResult.result(failed.message());
        };
    }

    /** The eras have different error codes for a missing resource. */
    private static McpError inEraOf(Caller caller, McpError error) {
        return error.code() == McpError.LEGACY_RESOURCE_NOT_FOUND && caller.era() == Era.MODERN
                ? new McpError(McpError.INVALID_PARAMS, error.message(), error.data())
                : error;
    }
}
