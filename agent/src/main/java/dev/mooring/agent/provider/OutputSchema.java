package dev.mooring.agent.provider;

import dev.mooring.mcp.Json;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of an answer in the subset of JSON Schema that all providers accept. The agent validates the answer against the original
 * schema, so constraints such as {@code minLength} are left out. Objects are closed, because Anthropic and OpenAI's strict mode accept
 * no others.
 *
 * @param requiresAll whether each object requires all its properties, as OpenAI's strict mode demands
 */
record OutputSchema(ObjectNode json, boolean requiresAll) {
    /** Returns a converted copy; null if the subset cannot express the schema. */
    static @Nullable OutputSchema of(ObjectNode schema) {
        if (!schema.path("type").asString("").equals("object")) {
            return null;
        }
        Conversion conversion = new Conversion();
        ObjectNode json = conversion.convert(schema);
        return conversion.isPossible ? new OutputSchema(json, conversion.requiresAll) : null;
    }

    /**
     * Converts a schema. A keyword that is left out only widens the schema. But a closed object excludes properties that another keyword
     * allows; then there is no conversion.
     */
    private static final class Conversion {
        private static final Set<String> ALLOWS_PROPERTIES = Set.of(
                "patternProperties",
                "unevaluatedProperties",
                "dependentSchemas",
                "dependencies",
                "allOf",
                "anyOf",
                "oneOf",
                "if",
                "$ref");

        private static final Pattern DEFINITION = Pattern.compile("#(/(\\$defs|definitions)/[^/]+)?");

        private boolean isPossible = true;
        private boolean requiresAll = true;

        ObjectNode convert(JsonNode schema) {
            ObjectNode copy = Json.object();
            schema.properties().forEach(field -> {
                JsonNode value = field.getValue();
                switch (field.getKey()) {
                    case "type", "description", "enum", "required" -> copy.set(field.getKey(), value);
                    case "const" -> copy.putArray("enum").add(value);
                    case "items" -> copy.set("items", convert(value));
                    case "properties", "$defs", "definitions" -> copy.set(field.getKey(), convertNamed(value));
                    case "anyOf", "oneOf" -> copy.set("anyOf", convertList(value));
                    default -> {
                        // A constraint or an annotation.
                    }
                }
            });
            if (isObject(schema)) {
                close(copy, schema);
            }
            String reference = Json.stringAt(schema, "$ref");
            if (reference == null) {
                return copy;
            }
            isPossible &= DEFINITION.matcher(reference).matches();
            return Json.object().put("$ref", reference); // OpenAI's strict mode accepts no keywords beside a reference
        }

        private ObjectNode convertNamed(JsonNode schemas) {
            ObjectNode copy = Json.object();
            schemas.properties().forEach(schema -> copy.set(schema.getKey(), convert(schema.getValue())));
            return copy;
        }

        private ArrayNode convertList(JsonNode schemas) {
            ArrayNode copy = Json.array();
            schemas.forEach(schema -> copy.add(convert(schema)));
            return copy;
        }

        private static boolean isObject(JsonNode schema) {
            JsonNode type = schema.path("type");
            return schema.has("properties")
                    || type.asString("").equals("object")
                    || type.valueStream().anyMatch(each -> each.asString("").equals("object"));
        }

        private void close(ObjectNode copy, JsonNode schema) {
            Set<String> properties = copy.path("properties")
                    .propertyStream()
                    .map(field -> field.getKey())
                    .collect(Collectors.toSet());
            Set<String> required = copy.path("required")
                    .valueStream()
                    .map(name -> name.asString(""))
                    .collect(Collectors.toSet());
            JsonNode additional = schema.path("additionalProperties");
            boolean isClosed = additional.isBoolean() && !additional.booleanValue();
            boolean isOpen = properties.isEmpty() || !additional.isMissingNode();
            isPossible &= (isClosed || !isOpen)
                    && properties.containsAll(required)
                    && ALLOWS_PROPERTIES.stream().noneMatch(schema::has);
            requiresAll &= required.containsAll(properties);
            copy.put("additionalProperties", false);
        }
    }
}
