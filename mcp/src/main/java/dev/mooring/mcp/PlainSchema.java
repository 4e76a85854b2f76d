package dev.mooring.mcp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema as most tools have it: an object with properties of one type each. Tells at little cost that a value
 * satisfies it; for everything else, and to say what is wrong, the whole vocabulary is needed.
 */
final class PlainSchema {
    /** A dialect says nothing either: all of them mean the same by the few words of this form. */
    private static final Set<String> SAYS_NOTHING = Set.of(
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

    /** The schema in this form, or null where it says more than this form can. */
    static @Nullable PlainSchema of(ObjectNode schema) {
        Map<String, String> types = new HashMap<>();
        List<String> required = List.of();
        boolean closed = false;
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode value = keyword.getValue();
            boolean understood = SAYS_NOTHING.contains(keyword.getKey())
                    || switch (keyword.getKey()) {
                        case "type" -> value.isString() && value.stringValue().equals("object");
                        case "properties" -> value instanceof ObjectNode properties && readTypes(properties, types);
                        case "required" ->
                            value.isArray() && value.valueStream().allMatch(JsonNode::isString);
                        case "additionalProperties" -> value.isBoolean();
                        default -> false;
                    };
            if (!understood) {
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
                if (!keyword.equals("type") && !SAYS_NOTHING.contains(keyword)) {
                    return false;
                }
            }
            types.put(property.getKey(), type);
        }
        return true;
    }

    /** Whether a value surely satisfies the schema; false decides nothing. */
    boolean surelyAccepts(JsonNode value) {
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
            if (type == null ? closed : !isOf(type, field.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOf(String type, JsonNode value) {
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
