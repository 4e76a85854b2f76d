package dev.mooring.agent.provider;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts a tool's schema to the subset that all providers accept: an object at the root, without {@code anyOf}, {@code oneOf},
 * {@code allOf} or a reference there. The description keeps the alternatives as text. The agent validates arguments against the original
 * schema.
 */
final class ToolSchema {
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
    private static final Set<String> NOT_AT_ROOT =
            Set.of("$schema", "$id", "$ref", "anyOf", "oneOf", "allOf", "not", "enum", "const");
    private static final Set<String> GEMINI_FORMATS =
            Set.of("date-time", "date", "time", "enum", "float", "double", "int32", "int64");

    private ToolSchema() {}

    /** Returns a converted copy. */
    static ObjectNode convert(ObjectNode schema, boolean forGemini) {
        ObjectNode root = resolved(schema);
        ObjectNode plain = Json.object();
        root.properties().forEach(field -> {
            if (!NOT_AT_ROOT.contains(field.getKey())) {
                plain.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        plain.put("type", "object");
        ObjectNode properties = Json.objectAt(plain, "properties");
        if (properties == null) {
            properties = Json.object();
            plain.set("properties", properties);
        }
        for (JsonNode part : root.path("allOf")) {
            merge(properties, part, schema);
            require(plain, names(resolved(part, schema).path("required")));
        }
        for (String keyword : ALTERNATIVES) {
            JsonNode alternatives = root.path(keyword);
            if (alternatives.isArray() && !alternatives.isEmpty()) {
                mergeAlternatives(plain, properties, alternatives, schema, keyword);
            }
        }
        if (forGemini) {
            dropFormats(plain);
        }
        return plain;
    }

    private static void mergeAlternatives(
            ObjectNode plain, ObjectNode properties, JsonNode alternatives, ObjectNode whole, String keyword) {
        List<String> common = null;
        for (JsonNode alternative : alternatives) {
            merge(properties, alternative, whole);
            List<String> required = names(resolved(alternative, whole).path("required"));
            if (common == null) {
                common = required;
            } else {
                common.retainAll(required);
            }
        }
        require(plain, common == null ? List.of() : common);
        String before = plain.path("description").asString("");
        plain.put(
                "description",
                (before.isEmpty() ? "" : before + " ")
                        + (keyword.equals("oneOf") ? "Must match exactly one of: " : "Must match at least one of: ")
                        + Json.text(alternatives));
    }

    /** Adds the properties of a subschema. Existing properties take precedence. */
    private static void merge(ObjectNode properties, JsonNode part, ObjectNode whole) {
        ObjectNode more = Json.objectAt(resolved(part, whole), "properties");
        if (more != null) {
            more.properties().forEach(field -> {
                if (!properties.has(field.getKey())) {
                    properties.set(field.getKey(), field.getValue().deepCopy());
                }
            });
        }
    }

    private static void require(ObjectNode plain, List<String> names) {
        List<String> all = names(plain.path("required"));
        names.stream().filter(name -> !all.contains(name)).forEach(all::add);
        if (!all.isEmpty()) {
            ArrayNode required = Json.array();
            all.forEach(required::add);
            plain.set("required", required);
        }
    }

    private static List<String> names(JsonNode array) {
        List<String> names = new ArrayList<>();
        array.forEach(name -> names.add(name.asString("")));
        return names;
    }

    private static ObjectNode resolved(ObjectNode schema) {
        ObjectNode root = resolved(schema, schema);
        if (!schema.has("$ref")) {
            return root;
        }
        // Keeps the definitions, which are siblings of the reference.
        ObjectNode joined = Json.shallowCopy(root);
        schema.properties().forEach(field -> {
            if (!joined.has(field.getKey())) {
                joined.set(field.getKey(), field.getValue());
            }
        });
        return joined;
    }

    /** Follows references within the document. A dangling or cyclic reference yields an empty schema. */
    private static ObjectNode resolved(JsonNode schema, ObjectNode whole) {
        JsonNode at = schema;
        for (int hops = 0; hops < 10; hops++) {
            String reference = Json.stringAt(at, "$ref");
            if (reference == null) {
                return at instanceof ObjectNode object ? object : Json.object();
            }
            at = target(reference, whole);
            if (at == null) {
                break;
            }
        }
        return Json.object();
    }

    private static @Nullable JsonNode target(String reference, ObjectNode whole) {
        if (reference.equals("#")) {
            return whole;
        }
        return reference.startsWith("#/") ? whole.at(reference.substring(1)) : null;
    }

    private static void dropFormats(JsonNode node) {
        if (node instanceof ObjectNode object) {
            String format = Json.stringAt(object, "format");
            if (format != null && !GEMINI_FORMATS.contains(format)) {
                object.remove("format");
            }
        }
        for (JsonNode child : node) {
            dropFormats(child);
        }
    }
}
