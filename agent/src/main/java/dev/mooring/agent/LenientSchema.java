package dev.mooring.agent;

import dev.mooring.mcp.Json;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A relaxed copy of the schema of a server's tool. Many servers fill in the default of a required field that is missing, ignore null for
 * an optional field, and ignore or drop unknown fields. A call that a server would accept must reach it.
 */
final class LenientSchema {
    /** Keywords whose values are data, or conditions that reject more if they are relaxed. */
    private static final Set<String> UNCHANGED = Set.of("const", "enum", "default", "examples", "not", "if");

    /** Keywords that close an object to unknown fields, if their value is false. */
    private static final Set<String> CLOSING = Set.of("additionalProperties", "unevaluatedProperties");

    private LenientSchema() {}

    /** Returns a copy of a schema, in which no field with a default is required, and no object is closed. */
    static ObjectNode of(ObjectNode schema) {
        ObjectNode copy = Json.object();
        for (Map.Entry<String, JsonNode> field : schema.properties()) {
            String keyword = field.getKey();
            JsonNode value = field.getValue();
            if (CLOSING.contains(keyword) && value.isBoolean() && !value.booleanValue()) {
                continue;
            }
            switch (keyword) {
                case "required" -> copy.set(keyword, withoutDefaults(value, schema.path("properties")));
                case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas" ->
                    copy.set(keyword, ofNamed(value));
                // Several relaxed branches may accept what only one of the original branches accepts.
                case "oneOf" -> copy.withArray("allOf").addObject().set("anyOf", copy(value));
                case "allOf" -> copy(value).forEach(copy.withArray("allOf")::add);
                default -> copy.set(keyword, UNCHANGED.contains(keyword) ? value : copy(value));
            }
        }
        return copy;
    }

    /** Returns a copy of an object of schemas by name. */
    private static JsonNode ofNamed(JsonNode schemas) {
        if (!(schemas instanceof ObjectNode named)) {
            return schemas;
        }
        ObjectNode copy = Json.object();
        named.forEachEntry((name, schema) -> copy.set(name, copy(schema)));
        return copy;
    }

    private static JsonNode copy(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> of(object);
            case ArrayNode array -> {
                ArrayNode copy = Json.array();
                array.forEach(element -> copy.add(copy(element)));
                yield copy;
            }
            default -> node;
        };
    }

    private static JsonNode withoutDefaults(JsonNode required, JsonNode properties) {
        if (!required.isArray()) {
            return required;
        }
        ArrayNode kept = Json.array();
        required.forEach(name -> {
            if (!properties.path(name.asString("")).has("default")) {
                kept.add(name);
            }
        });
        return kept;
    }

    /** Returns the arguments without the nulls for fields that the schema does not require. */
    static ObjectNode withoutOptionalNulls(ObjectNode arguments, ObjectNode schema) {
        Set<String> required = schema.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .collect(Collectors.toSet());
        ObjectNode set = Json.object();
        for (Map.Entry<String, JsonNode> field : arguments.properties()) {
            if (!field.getValue().isNull() || required.contains(field.getKey())) {
                set.set(field.getKey(), field.getValue());
            }
        }
        return set;
    }
}
