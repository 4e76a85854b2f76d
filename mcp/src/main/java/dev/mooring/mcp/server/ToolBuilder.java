package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A tool in the making. */
public final class ToolBuilder {
    private final ObjectNode json;

    ToolBuilder(String name) {
        json = Json.object().put("name", name);
        json.putObject("inputSchema").put("type", "object");
    }

    public ToolBuilder title(String title) {
        return with("title", StringNode.valueOf(title));
    }

    public ToolBuilder description(String description) {
        return with("description", StringNode.valueOf(description));
    }

    /** The schema of the arguments; without one, any object will do. */
    public ToolBuilder input(ObjectNode schema) {
        return with("inputSchema", schema);
    }

    /** The schema of {@code structuredContent}. */
    public ToolBuilder output(ObjectNode schema) {
        return with("outputSchema", schema);
    }

    /** Hints such as {@code readOnlyHint}. */
    public ToolBuilder annotations(ObjectNode annotations) {
        return with("annotations", annotations);
    }

    /** Sets any other field of the definition. */
    public ToolBuilder with(String field, JsonNode value) {
        json.set(field, value);
        return this;
    }

    /**
     * Finishes the definition.
     *
     * @throws IllegalArgumentException if a schema cannot be used
     */
    public Tool handledBy(ToolHandler handler) {
        return Tool.of(json, handler);
    }
}
