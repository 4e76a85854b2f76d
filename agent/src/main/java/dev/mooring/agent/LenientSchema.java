package dev.mooring.agent;

import dev.mooring.mcp.Json;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a server's tool as servers apply it. Many servers fill in the default of a required field that is missing, and ignore null
 * for an optional one. A call that a server would accept must reach it.
 */
final class LenientSchema {
    private LenientSchema() {}

    /** Returns a copy of a schema, in which no field with a default is required. */
    static ObjectNode of(ObjectNode schema) {
        return (ObjectNode) copy(schema);
    }

    private static JsonNode copy(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    boolean isRequired = field.getKey().equals("required")
                            && field.getValue().isArray();
                    copy.set(
                            field.getKey(),
                            isRequired
                                    ? withoutDefaults(field.getValue(), object.path("properties"))
                                    : copy(field.getValue()));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = Json.array();
                array.forEach(element -> copy.add(copy(element)));
                yield copy;
            }
            default -> node;
        };
    }

    private static ArrayNode withoutDefaults(JsonNode required, JsonNode properties) {
        ArrayNode kept = Json.array();
        required.forEach(name -> {
            if (!properties.path(name.asString("")).has("default")) {
                kept.add(name);
            }
        });
        return kept;
    }

    /** Returns the arguments without the nulls for fields that the schema does not require. */
    static ObjectNode withoutUnset(ObjectNode arguments, ObjectNode schema) {
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
