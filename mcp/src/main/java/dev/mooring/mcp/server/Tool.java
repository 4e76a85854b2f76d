package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.JsonSchema;
import dev.mooring.mcp.wire.ParamHeaders;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool: its definition, its handler and its compiled schemas. Immutable; one tool can belong to several servers. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Tool {
    private final String name;
    private final ObjectNode definition;
    private final ToolHandler handler;
    private final @Nullable JsonSchema input;
    private final @Nullable JsonSchema output;
    private final ParamHeaders paramHeaders;
    private final OptionalFields optional;

    private Tool(
            ObjectNode definition,
            ToolHandler handler,
            @Nullable JsonSchema input,
            @Nullable JsonSchema output,
            ParamHeaders paramHeaders,
            OptionalFields optional) {
        this.name = nameOf(definition);
        this.definition = definition;
        this.handler = handler;
        this.input = input;
        this.output = output;
        this.paramHeaders = paramHeaders;
        this.optional = optional;
    }

    /**
     * Returns a tool. The server validates the arguments against the input schema before the handler runs.
     *
     * @param definition the definition as lists show it, with a {@code name} and an {@code inputSchema}
     * @throws IllegalArgumentException if the definition lacks a field or a schema is not usable
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
                    ParamHeaders.of(inputSchema),
                    OptionalFields.of(inputSchema));
        } catch (JsonSchema.UnusableSchema | ParamHeaders.InvalidAnnotation e) {
            throw new IllegalArgumentException("Tool \"" + nameOf(definition) + "\": " + e.getMessage(), e);
        }
    }

    /** Returns a tool of another server. That server validates the arguments. */
    public static Tool proxied(ObjectNode definition, ToolHandler handler) {
        return new Tool(definition, handler, null, null, headersOrNone(inputSchemaOf(definition)), OptionalFields.NONE);
    }

    /** Returns a builder for a tool. */
    public static ToolBuilder named(String name) {
        return new ToolBuilder(name);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the definition as lists show it. */
    public ObjectNode definition() {
        return definition;
    }

    /** Returns the handler. */
    public ToolHandler handler() {
        return handler;
    }

    /** Returns the HTTP headers that mirror arguments. */
    @API(status = API.Status.INTERNAL, since = "0.1")
    @SuppressWarnings("exports")
    public ParamHeaders paramHeaders() {
        return paramHeaders;
    }

    /**
     * Returns the arguments without optional fields, at any depth, that are null although the schema allows no null. Some
     * clients send null for every argument that the model leaves out.
     */
    public ObjectNode withoutUnset(ObjectNode arguments) {
        return optional.withoutNulls(arguments);
    }

    /** Returns the violations of the input schema; empty if the arguments are valid. */
    public List<String> argumentFaults(ObjectNode arguments) {
        return input == null ? List.of() : input.faultsOf(arguments);
    }

    /** Returns the violations of the output schema; empty if the result is valid or an error. */
    public List<String> resultFaults(ToolResult result) {
        JsonNode structured = result.json().get("structuredContent");
        if (output == null || result.isError()) {
            return List.of();
        }
        return structured == null ? List.of("structuredContent is missing") : output.faultsOf(structured);
    }

    @Override
    public String toString() {
        return "tool " + name;
    }

    private static String nameOf(ObjectNode definition) {
        String name = Json.stringAt(definition, "name");
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("A tool definition needs a \"name\"");
        }
        return name;
    }

    private static ObjectNode inputSchemaOf(ObjectNode definition) {
        ObjectNode schema = Json.objectAt(definition, "inputSchema");
        if (schema == null) {
            throw new IllegalArgumentException("Tool \"" + nameOf(definition) + "\" needs an \"inputSchema\"");
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
