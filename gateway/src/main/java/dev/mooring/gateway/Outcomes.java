package dev.mooring.gateway;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import tools.jackson.databind.node.ObjectNode;

/** What a server's answer is for those who asked for something other than a tool. */
final class Outcomes {
    private Outcomes() {}

    /**
     * The result, where there is one.
     *
     * @throws Refusal if there is none, with the server's own error where it gave one
     */
    static ObjectNode result(CallOutcome outcome, Caller caller) throws Refusal {
        return switch (outcome) {
            case CallOutcome.WithResult answered -> answered.result();
            case CallOutcome.Rejected rejected -> throw new Refusal(inWordsOf(caller, rejected.error()));
            case CallOutcome.WithoutResult failed -> throw internal(failed.message());
        };
    }

    private static Refusal internal(String message) {
        return new Refusal(new McpError(McpError.INTERNAL_ERROR, message));
    }

    /** The eras have different codes for a resource that is not there. */
    private static McpError inWordsOf(Caller caller, McpError error) {
        return error.code() == McpError.LEGACY_RESOURCE_NOT_FOUND && caller.era() == Era.MODERN
                ? new McpError(McpError.INVALID_PARAMS, error.message(), error.data())
                : error;
    }
}
