package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a tool call.
 *
 * @param json the result as the protocol defines it; the server sends it unchanged, unknown fields included
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ToolResult(ObjectNode json) {
    private static final String RESULT_TYPE = "resultType";
    private static final String INPUT_REQUIRED = "input_required";

    /** Returns a result with one text block. */
    public static ToolResult text(String text) {
        ObjectNode json = Json.object();
        json.putArray("content").addObject().put("type", "text").put("text", text);
        return new ToolResult(json);
    }

    /** Returns a failure that the model can read and act on. */
    public static ToolResult error(String text) {
        ToolResult result = text(text);
        result.json.put("isError", true);
        return result;
    }

    /** Returns a structured result, with its JSON as the text block. */
    public static ToolResult structured(ObjectNode structured) {
        return structured(structured, Json.text(structured));
    }

    /** Returns a structured result, with a text block for clients that do not show structured content. */
    public static ToolResult structured(ObjectNode structured, String text) {
        ToolResult result = text(text);
        result.json.set("structuredContent", structured);
        return result;
    }

    /**
     * Returns a result that requests input. A modern caller repeats the call with the answers and the state. For a
     * legacy caller, the server sends the input requests while the call waits, and runs the handler again.
     *
     * <p>This is for handlers that keep their own state between rounds; other handlers use {@link Exchange#requestInput}.
     *
     * @param requests the input requests by key
     * @param requestState the state that comes back with the repeated call, or null
     * @throws IllegalArgumentException if there is neither an input request nor state
     */
    public static ToolResult inputRequired(Map<String, InputRequest> requests, @Nullable String requestState) {
        if (requests.isEmpty() && requestState == null) {
            throw new IllegalArgumentException("inputRequired needs an input request or a requestState");
        }
        ObjectNode json = Json.object().put(RESULT_TYPE, INPUT_REQUIRED);
        if (!requests.isEmpty()) {
            ObjectNode inputs = json.putObject("inputRequests");
            requests.forEach((key, request) -> inputs.set(key, request.toJson()));
        }
        if (requestState != null) {
            json.put("requestState", requestState);
        }
        return new ToolResult(json);
    }

    /** Returns whether this is a failure. */
    public boolean isError() {
        return json.path("isError").asBoolean(false);
    }

    /** Returns whether this result requests input. */
    public boolean isInputRequired() {
        return INPUT_REQUIRED.equals(json.path(RESULT_TYPE).stringValue(""));
    }
}
