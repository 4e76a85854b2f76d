package dev.mooring.mcp.wire;

import dev.mooring.mcp.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a tool that its schema asks to be mirrored into HTTP headers ({@code x-mcp-header}).
 *
 * @param byHeader the full header name and the path of {@code properties} keys to its argument
 */
public record ParamHeaders(Map<String, List<String>> byHeader) {
    public static final String PREFIX = "Mcp-Param-";
    public static final ParamHeaders NONE = new ParamHeaders(Map.of());

    private static final String ANNOTATION = "x-mcp-header";

    private static final int MAX_DIGITS = 40;

    /** Keywords whose values are data, not schemas, so that an annotation in them means nothing. */
    private static final Set<String> DATA_KEYWORDS = Set.of("default", "const", "enum", "examples");

    public ParamHeaders {
        byHeader = Map.copyOf(byHeader);
    }

    /** What a schema asks for; an annotation that breaks the rules makes the whole tool invalid. */
    public static ParamHeaders of(ObjectNode inputSchema) throws InvalidAnnotation {
        Reader reader = new Reader();
        reader.readSchema(inputSchema, List.of());
        return reader.found.isEmpty() ? NONE : new ParamHeaders(reader.found);
    }

    /** The header values for a call, encoded; arguments that are absent or null have none. */
    public Map<String, String> valuesFor(@Nullable ObjectNode arguments) {
        if (byHeader.isEmpty()) {
            return Map.of();
        }
        Map<String, String> values = new LinkedHashMap<>();
        byHeader.forEach((header, path) -> {
            String text = textOf(valueAt(arguments, path));
            if (text != null) {
                values.put(header, HeaderText.encode(text));
            }
        });
        return values;
    }

    /** Whether a header as it was received, or its absence, agrees with the arguments. */
    public boolean agrees(String header, @Nullable String received, @Nullable ObjectNode arguments) {
        JsonNode value = valueAt(arguments, byHeader.getOrDefault(header, List.of()));
        String expected = textOf(value);
        if (received == null || expected == null || value == null) {
            return received == null && expected == null;
        }
        String decoded = HeaderText.decode(received);
        if (decoded == null) {
            return false;
        }
        return decoded.equals(expected) || (value.isNumber() && isSameNumber(decoded, value));
    }

    private static boolean isSameNumber(String text, JsonNode number) {
        try {
            return new BigDecimal(text).compareTo(number.decimalValue()) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static @Nullable JsonNode valueAt(@Nullable ObjectNode arguments, List<String> path) {
        JsonNode value = arguments;
        for (String key : path) {
            value = value == null ? null : value.get(key);
        }
        return value;
    }

    private static @Nullable String textOf(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? "true" : "false";
        }
        return Json.isWhole(value) && isWithinReason(value.decimalValue())
                ? value.decimalValue().toBigInteger().toString()
                : null;
    }

    /** The specification's range has 16 digits; {@code 1e999999999} is a number too and must not be written out. */
    private static boolean isWithinReason(BigDecimal whole) {
        return (long) whole.precision() - whole.scale() <= MAX_DIGITS;
    }

    /** Says which annotation is wrong and why. */
    public static final class InvalidAnnotation extends Exception {
        InvalidAnnotation(String detail) {
            super(detail);
        }
    }

    /** One walk over one schema. */
    private static final class Reader {
        private final Map<String, List<String>> found = new LinkedHashMap<>();
        private final Set<String> names = new HashSet<>();

        /** Reads a schema that is reachable by {@code properties} keys alone. */
        void readSchema(ObjectNode schema, List<String> path) throws InvalidAnnotation {
            JsonNode annotation = schema.get(ANNOTATION);
            if (annotation != null) {
                take(annotation, schema, path);
            }
            for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
                if (keyword.getKey().equals("properties") && keyword.getValue() instanceof ObjectNode properties) {
                    for (Map.Entry<String, JsonNode> property : properties.properties()) {
                        List<String> inner = new ArrayList<>(path);
                        inner.add(property.getKey());
                        if (property.getValue() instanceof ObjectNode propertySchema) {
                            readSchema(propertySchema, inner);
                        }
                    }
                } else if (!DATA_KEYWORDS.contains(keyword.getKey())) {
                    forbidWithin(keyword.getValue(), keyword.getKey());
                }
            }
        }

        private void take(JsonNode annotation, ObjectNode schema, List<String> path) throws InvalidAnnotation {
            String where = path.isEmpty() ? "the root" : "\"" + String.join(".", path) + "\"";
            if (path.isEmpty()) {
                throw new InvalidAnnotation(ANNOTATION + " at the root of the schema");
            }
            String name = annotation.isString() ? annotation.stringValue() : "";
            if (!isToken(name)) {
                throw new InvalidAnnotation(ANNOTATION + " of " + where + " is not a header name");
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new InvalidAnnotation(ANNOTATION + " \"" + name + "\" is given twice");
            }
            String type = Json.stringAt(schema, "type");
            if (type == null || !Set.of("string", "integer", "boolean").contains(type)) {
                throw new InvalidAnnotation(
                        ANNOTATION + " of " + where + " is on a type other than string, integer or" + " boolean");
            }
            found.put(PREFIX + name, List.copyOf(path));
        }

        private void forbidWithin(JsonNode value, String keyword) throws InvalidAnnotation {
            if (value instanceof ObjectNode object) {
                if (object.has(ANNOTATION) && !isNamedSchemas(keyword)) {
                    throw new InvalidAnnotation(ANNOTATION + " below \"" + keyword + "\" cannot be reached");
                }
                for (Map.Entry<String, JsonNode> entry : object.properties()) {
                    if (!DATA_KEYWORDS.contains(entry.getKey()) || isNamedSchemas(keyword)) {
                        forbidWithin(entry.getValue(), isNamedSchemas(keyword) ? "(name)" : entry.getKey());
                    }
                }
            } else if (value.isArray()) {
                for (JsonNode element : value) {
                    forbidWithin(element, keyword);
                }
            }
        }

        /** Keywords whose value maps names of the author's choice to schemas. */
        private static boolean isNamedSchemas(String keyword) {
            return Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
                    .contains(keyword);
        }

        private static boolean isToken(String name) {
            return !name.isEmpty()
                    && name.chars()
                            .allMatch(c ->
                                    c < 128 && (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0));
        }
    }
}
