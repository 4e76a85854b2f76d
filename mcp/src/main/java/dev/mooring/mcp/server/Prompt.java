package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A prompt: its definition as callers see it, and how it is filled in. */
public record Prompt(ObjectNode definition, PromptHandler handler) {
    public Prompt {
        if (Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("a prompt needs a name");
        }
    }

    public static Prompt of(String name, String description, PromptHandler handler) {
        return new Prompt(Json.object().put("name", name).put("description", description), handler);
    }

    public String name() {
        return definition.path("name").stringValue("");
    }

    void check(ObjectNode arguments) throws Refusal {
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            if (!argument.getValue().isString()) {
                throw new Refusal(McpError.invalidParams("argument \"" + argument.getKey() + "\" must be a string"));
            }
        }
        for (JsonNode declared : definition.path("arguments")) {
            String name = declared.path("name").stringValue("");
            if (declared.path("required").asBoolean(false) && !arguments.has(name)) {
                throw new Refusal(McpError.invalidParams("argument \"" + name + "\" is missing"));
            }
        }
    }
}
