package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import org.apiguardian.api.API;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Builds a {@link Tool}; see {@link Tool#named}. Not thread-safe. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ToolBuilder {
    private final ObjectNode definition;

    ToolBuilder(String name) {
        definition = Json.object().put("name", name);
        definition.putObject("inputSchema").put("type", "object");
    }

    /** Sets the title for people. */
    public ToolBuilder title(String title) {
        return with("title", StringNode.valueOf(title));
    }

    /** Sets the description for models. */
    public ToolBuilder description(String description) {
        return with("description", StringNode.valueOf(description));
    }

    /** Sets the schema of the arguments. By default, any object is valid. */
    public ToolBuilder input(ObjectNode schema) {
        return with("inputSchema", schema);
    }

    /** Sets the schema of {@code structuredContent}. */
    public ToolBuilder output(ObjectNode schema) {
        return with("outputSchema", schema);
    }

    /** Sets hints such as {@code readOnlyHint}. */
    public ToolBuilder annotations(ObjectNode annotations) {
        return with("annotations", annotations);
    }

    /** Sets any field of the definition. */
    public ToolBuilder with(String field, JsonNode value) {
        definition.set(field, value);
        return this;
    }

    /**
     * Returns the tool.
     *
     * @throws IllegalArgumentException if a schema is not usable
     */
    public Tool handledBy(ToolHandler handler) {
        return Tool.of(definition, handler);
    }
}
