package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a schema that are optional and not nullable. Immutable.
 *
 * @param names the fields of this object
 * @param nested the schemas of properties that have such fields themselves
 * @param items the schema of the elements if this is an array
 */
record OptionalFields(
        Set<String> names,
        Map<String, OptionalFields> nested,
        @Nullable OptionalFields items) {

    static final OptionalFields NONE = new OptionalFields(Set.of(), Map.of(), null);

    /** Finds the fields in a schema, without following references and alternatives. */
    static OptionalFields of(JsonNode schema) {
        Set<String> names = new HashSet<>();
        Map<String, OptionalFields> nested = new HashMap<>();
        schema.path("properties").forEachEntry((name, property) -> {
            if (property.path("type").isString() && !"null".equals(Json.stringAt(property, "type"))) {
                names.add(name);
            }
            OptionalFields inside = of(property);
            if (!inside.isEmpty()) {
                nested.put(name, inside);
            }
        });
        schema.path("required").forEach(name -> names.remove(name.stringValue("")));
        OptionalFields ofItems = schema.path("items").isObject() ? of(schema.path("items")) : NONE;
        return new OptionalFields(Set.copyOf(names), Map.copyOf(nested), ofItems.isEmpty() ? null : ofItems);
    }

    private boolean isEmpty() {
        return names.isEmpty() && nested.isEmpty() && items == null;
    }

    /** Returns an object without the fields that are null, at any depth. */
    ObjectNode withoutNulls(ObjectNode object) {
        if (isEmpty()) {
            return object;
        }
        ObjectNode kept = Json.object();
        object.forEachEntry((name, value) -> {
            if (!value.isNull() || !names.contains(name)) {
                kept.set(name, nested.getOrDefault(name, NONE).withoutNullsIn(value));
            }
        });
        return kept;
    }

    private JsonNode withoutNullsIn(JsonNode value) {
        if (value instanceof ObjectNode object) {
            return withoutNulls(object);
        }
        if (items == null || !(value instanceof ArrayNode array)) {
            return value;
        }
        ArrayNode kept = Json.array();
        array.forEach(element -> kept.add(items.withoutNullsIn(element)));
        return kept;
    }
}
