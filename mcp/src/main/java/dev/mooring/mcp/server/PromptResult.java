package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * The messages of a prompt.
 *
 * @param json the result as the protocol defines it; the server sends it unchanged
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record PromptResult(ObjectNode json) {
    /** Returns one user message with a text. */
    public static PromptResult text(String text) {
        ObjectNode json = Json.object();
        json.putArray("messages")
                .addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", text);
        return new PromptResult(json);
    }
}
