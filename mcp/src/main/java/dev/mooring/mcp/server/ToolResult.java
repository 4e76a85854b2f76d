package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool answers, as it goes to the caller.
 *
 * @param json never changed by the server; what a later revision adds passes through
 */
public record ToolResult(ObjectNode json) {
    public static ToolResult text(String text) {
        ObjectNode json = Json.object();
        json.putArray("content").addObject().put("type", "text").put("text", text);
        return new ToolResult(json);
    }

    /** A failure that the model can read and act on. */
    public static ToolResult error(String text) {
        ToolResult result = text(text);
        result.json.put("isError", true);
        return result;
    }

    /** A result for programs, with the same as text for those that cannot read it. */
    public static ToolResult structured(ObjectNode structured) {
        return structured(structured, Json.text(structured));
    }

    /** A result for programs, and what models that do not see it shall read. */
    public static ToolResult structured(ObjectNode structured, String text) {
        ToolResult result = text(text);
        result.json.set("structuredContent", structured);
        return result;
    }

    /**
     * Ends a modern call with questions; the caller asks again with the answers. A legacy caller is asked while its call
     * waits, and the handler run again. For handlers that keep their own state between the rounds; others use
     * {@link Exchange#requestInput}.
     */
    public static ToolResult inputRequired(Map<String, InputRequest> requests, @Nullable String requestState) {
        return new ToolResult(InputRequired.result(requests, requestState));
    }

    public boolean isError() {
        return json.path("isError").asBoolean(false);
    }
}
