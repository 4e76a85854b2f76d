package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.wire.ParamHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool: its definition as callers see it, and what it does. Safe to share; its schemas are prepared once. */
public final class Tool {
    private final String name;
    private final ObjectNode definition;
    private final ToolHandler handler;
    private final @Nullable JsonSchema input;
    private final @Nullable JsonSchema output;
    private final ParamHeaders paramHeaders;

    private Tool(
            ObjectNode definition,
            ToolHandler handler,
            @Nullable JsonSchema input,
            @Nullable JsonSchema output,
            ParamHeaders paramHeaders) {
        this.name = nameOf(definition);
        this.definition = definition;
        this.handler = handler;
        this.input = input;
        this.output = output;
        this.paramHeaders = paramHeaders;
    }

    /**
     * A tool whose arguments are checked against its schema before it runs.
     *
     * @throws IllegalArgumentException if the definition cannot be used as it is
     */
    public static Tool of(ObjectNode definition, ToolHandler handler) {
        ObjectNode inputSchema = inputSchemaOf(definition);
        try {
            ObjectNode outputSchema = Json.objectAt(definition, "outputSchema");
            return new Tool(
                    definition,
                    handler,
                    allowsAnyObject(inputSchema) ? null : JsonSchema.compile(inputSchema),
                    outputSchema == null ? null : JsonSchema.compile(outputSchema),
                    ParamHeaders.of(inputSchema));
        } catch (JsonSchema.UnusableSchema | ParamHeaders.InvalidAnnotation e) {
            throw new IllegalArgumentException("tool \"" + nameOf(definition) + "\": " + e.getMessage(), e);
        }
    }

    /** A tool of somebody else, handed on: its arguments are checked where it runs. */
    public static Tool proxied(ObjectNode definition, ToolHandler handler) {
        return new Tool(definition, handler, null, null, headersOrNone(inputSchemaOf(definition)));
    }

    /** Begins the definition of a tool. */
    public static ToolBuilder named(String name) {
        return new ToolBuilder(name);
    }

    public String name() {
        return name;
    }

    /** As it stands in a list of tools. */
    public ObjectNode definition() {
        return definition;
    }

    ToolHandler handler() {
        return handler;
    }

    ParamHeaders paramHeaders() {
        return paramHeaders;
    }

    List<String> faultsIn(ObjectNode arguments) {
        return input == null ? List.of() : input.faultsOf(arguments);
    }

    List<String> faultsInResult(ToolResult result) {
        JsonNode structured = result.json().get("structuredContent");
        if (output == null || result.isError()) {
            return List.of();
        }
        return structured == null ? List.of("structuredContent is missing") : output.faultsOf(structured);
    }

    private static String nameOf(ObjectNode definition) {
        String name = Json.stringAt(definition, "name");
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a tool needs a name");
        }
        return name;
    }

    private static ObjectNode inputSchemaOf(ObjectNode definition) {
        ObjectNode schema = Json.objectAt(definition, "inputSchema");
        if (schema == null) {
            throw new IllegalArgumentException("tool \"" + nameOf(definition) + "\" needs an inputSchema");
        }
        return schema;
    }

    private static boolean allowsAnyObject(ObjectNode schema) {
        JsonNode properties = schema.get("properties");
        return "object".equals(Json.stringAt(schema, "type"))
                && (schema.size() == 1 || (schema.size() == 2 && properties != null && properties.isEmpty()));
    }

    private static ParamHeaders headersOrNone(ObjectNode schema) {
        try {
            return ParamHeaders.of(schema);
        } catch (ParamHeaders.InvalidAnnotation e) {
            return ParamHeaders.NONE;
        }
    }
}
