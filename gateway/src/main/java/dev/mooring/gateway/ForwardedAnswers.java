package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ForwardOutcome;
import dev.mooring.gateway.cluster.ForwardOutcome.Accepted;
import dev.mooring.handle.cluster.protocol.NotSentReason;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ToolResult;
import tools.jackson.databind.node.ObjectNode;

/** The results that callers receive for requests that another replica has answered. */
final class ForwardedAnswers {
    private ForwardedAnswers() {}

    /** Returns the result of a tool call. */
    static ObjectNode toolResult(Accepted outcome) throws Refusal {
        return answer(outcome, message -> ToolResult.error(message).json());
    }

    /** Returns the result of another request. */
    static ObjectNode result(Accepted outcome) throws Refusal {
        return answer(outcome, message -> {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, message));
        });
    }

    /** @param endedCall returns the result for a call without an answer */
    static ObjectNode answer(Accepted outcome, ParkedCalls.EndedCall endedCall) throws Refusal {
        return switch (outcome) {
            case ForwardOutcome.Answered(ObjectNode result) -> result;
            case ForwardOutcome.Failed(McpError error) -> throw new Refusal(error);
            case ForwardOutcome.NotSent(NotSentReason notSentReason) ->
                endedCall.result(ReplicaMessages.tryAgain(
                        notSentReason instanceof NotSentReason.TryAgain(var reason)
                                ? reason
                                : NotSentReason.Reason.MOVING));
            case ForwardOutcome.InDoubt _ -> endedCall.result(ReplicaMessages.inDoubt());
        };
    }
}
