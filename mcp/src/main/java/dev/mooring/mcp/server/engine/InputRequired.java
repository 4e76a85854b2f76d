package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.ToolResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Thrown to leave the handler of a modern call that needs input. An {@link Error}, so that {@code catch (Exception e)} in a
 * handler does not catch it.
 */
final class InputRequired extends Error {
    private final transient ObjectNode result;

    InputRequired(Map<String, InputRequest> requests, @Nullable String requestState) {
        super("The call needs input from the caller", null, false, false);
        this.result = ToolResult.inputRequired(requests, requestState).json();
    }

    /** Returns the result that requests the input. */
    ObjectNode result() {
        return result;
    }
}
