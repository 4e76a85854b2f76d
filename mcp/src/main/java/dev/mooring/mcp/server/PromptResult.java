package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import tools.jackson.databind.node.ObjectNode;

/** The messages of a prompt, as they go to the caller; never changed by the server. */
public record PromptResult(ObjectNode json) {
    /** One message of the user. */
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
