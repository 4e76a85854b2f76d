package dev.mooring.mcp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema of the form that most tools use: an object whose properties have one type each. Accepts valid values at a
 * fraction of the cost of full validation, which handles other schemas and describes the faults of invalid values.
 */
final class PlainSchema {
    /** Keywords without effect on validation. {@code $schema} has none: all dialects agree on the supported keywords. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "$schema",
            "title",
            "description",
            "default",
            "examples",
            "x-mcp-header",
            "deprecated",
            "readOnly",
            "writeOnly");

    private static final Set<String> TYPES =
            Set.of("string", "integer", "number", "boolean", "array", "object", "null");

    private final Map<String, String> types;
    private final List<String> required;
    private final boolean closed;

    private PlainSchema(Map<String, String> types, List<String> required, boolean closed) {
        this.types = types;
        this.required = required;
        this.closed = closed;
    }

    /** Returns the schema in this form, or null if it uses other keywords. */
    static @Nullable PlainSchema of(ObjectNode schema) {
        Map<String, String> types = new HashMap<>();
        List<String> required = List.of();
        boolean closed = false;
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode value = keyword.getValue();
            boolean supported = ANNOTATIONS.contains(keyword.getKey())
                    || switch (keyword.getKey()) {
                        case "type" -> value.isString() && value.stringValue().equals("object");
                        case "properties" -> value instanceof ObjectNode properties && readTypes(properties, types);
                        case "required" ->
                            value.isArray() && value.valueStream().allMatch(JsonNode::isString);
                        case "additionalProperties" -> value.isBoolean();
                        default -> false;
                    };
            if (!supported) {
                return null;
            }
            if (keyword.getKey().equals("required")) {
                required = value.valueStream().map(JsonNode::stringValue).toList();
            }
            closed |= keyword.getKey().equals("additionalProperties") && !value.booleanValue();
        }
        return schema.has("type") ? new PlainSchema(types, required, closed) : null;
    }

    private static boolean readTypes(ObjectNode properties, Map<String, String> types) {
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            String type = Json.stringAt(property.getValue(), "type");
            if (type == null || !TYPES.contains(type)) {
                return false;
            }
            for (String keyword : property.getValue().propertyNames()) {
                if (!keyword.equals("type") && !ANNOTATIONS.contains(keyword)) {
                    return false;
                }
            }
            types.put(property.getKey(), type);
        }
        return true;
    }

    /** Returns whether a value certainly satisfies the schema. False means that the value needs full validation. */
    boolean certainlyAccepts(JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return false;
        }
        for (String name : required) {
            if (!object.has(name)) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String type = types.get(field.getKey());
            if (type == null ? closed : !hasType(type, field.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasType(String type, JsonNode value) {
        return switch (type) {
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            default -> value.isNull();
        };
    }
}
