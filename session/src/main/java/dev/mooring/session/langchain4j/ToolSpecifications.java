package dev.mooring.session.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts MCP tools to LangChain4j tool specifications. The schema of each argument stays unchanged. Of the root schema,
 * LangChain4j supports only properties, required properties, additional properties and definitions.
 */
final class ToolSpecifications {
    private ToolSpecifications() {}

    static ToolSpecification of(String name, JsonNode tool) {
        ToolSpecification.Builder specification = ToolSpecification.builder().name(name);
        String description = Json.stringAt(tool, "description");
        if (description != null) {
            specification.description(description);
        }
        return specification
                .parameters(parameters(Json.objectAt(tool, "inputSchema")))
                .build();
    }

    private static JsonObjectSchema parameters(@Nullable ObjectNode schema) {
        JsonObjectSchema.Builder root = JsonObjectSchema.builder();
        Map<String, JsonSchemaElement> definitions = raw(schema, "$defs");
        definitions.putAll(raw(schema, "definitions"));
        if (!definitions.isEmpty()) {
            root.definitions(definitions);
        }
        List<String> required = new ArrayList<>();
        if (schema != null) {
            schema.path("required").forEach(field -> required.add(field.asString("")));
            JsonNode additional = schema.get("additionalProperties");
            if (additional != null && additional.isBoolean()) {
                root.additionalProperties(additional.booleanValue());
            }
        }
        return root.addProperties(raw(schema, "properties")).required(required).build();
    }

    private static Map<String, JsonSchemaElement> raw(@Nullable ObjectNode schema, String field) {
        Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
        ObjectNode named = Json.objectAt(schema, field);
        if (named != null) {
            named.properties()
                    .forEach(entry -> elements.put(entry.getKey(), JsonRawSchema.from(Json.text(entry.getValue()))));
        }
        return elements;
    }
}
