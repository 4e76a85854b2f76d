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
 * The arguments of a tool that requests mirror into HTTP headers, because its schema annotates them with
 * {@code x-mcp-header}.
 *
 * @param byHeader the path of {@code properties} keys to the argument, by full header name
 */
public record ParamHeaders(Map<String, List<String>> byHeader) {
    public static final String PREFIX = "Mcp-Param-";
    public static final ParamHeaders NONE = new ParamHeaders(Map.of());

    private static final String ANNOTATION = "x-mcp-header";

    private static final int MAX_DIGITS = 40;

    /** Keywords whose values are data instead of schemas, so that annotations in them have no meaning. */
    private static final Set<String> DATA_KEYWORDS = Set.of("default", "const", "enum", "examples");

    public ParamHeaders {
        byHeader = Map.copyOf(byHeader);
    }

    /**
     * Reads the annotations of a schema.
     *
     * @throws InvalidAnnotation if an annotation violates the specification, which makes the whole tool invalid
     */
    public static ParamHeaders of(ObjectNode inputSchema) throws InvalidAnnotation {
        Reader reader = new Reader();
        reader.readSchema(inputSchema, List.of());
        return reader.byHeader.isEmpty() ? NONE : new ParamHeaders(reader.byHeader);
    }

    /** Returns the encoded header values of a call. Absent and null arguments have none. */
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

    /** Returns whether a received header, or its absence, matches the arguments. */
    public boolean matches(String header, @Nullable String received, @Nullable ObjectNode arguments) {
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
        return Json.isWhole(value) && hasFewDigits(value.decimalValue())
                ? value.decimalValue().toBigInteger().toString()
                : null;
    }

    /** Rejects numbers such as {@code 1e999999999}, whose digits would fill the memory. The specification allows 16 digits. */
    private static boolean hasFewDigits(BigDecimal whole) {
        return (long) whole.precision() - whole.scale() <= MAX_DIGITS;
    }

    /** Thrown if an annotation violates the specification. The message names it and the reason. */
    public static final class InvalidAnnotation extends Exception {
        InvalidAnnotation(String detail) {
            super(detail);
        }
    }

    /** Reads the annotations of one schema. */
    private static final class Reader {
        private final Map<String, List<String>> byHeader = new LinkedHashMap<>();
        private final Set<String> names = new HashSet<>();

        /** Reads a schema that only {@code properties} keys lead to. */
        void readSchema(ObjectNode schema, List<String> path) throws InvalidAnnotation {
            JsonNode annotation = schema.get(ANNOTATION);
            if (annotation != null) {
                add(annotation, schema, path);
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
                    rejectAnnotations(keyword.getValue(), keyword.getKey());
                }
            }
        }

        private void add(JsonNode annotation, ObjectNode schema, List<String> path) throws InvalidAnnotation {
            String where = path.isEmpty() ? "the root" : "\"" + String.join(".", path) + "\"";
            if (path.isEmpty()) {
                throw new InvalidAnnotation(ANNOTATION + " at the root of the schema");
            }
            String name = annotation.isString() ? annotation.stringValue() : "";
            if (!isToken(name)) {
                throw new InvalidAnnotation(ANNOTATION + " of " + where + " is not a header name");
            }
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new InvalidAnnotation(ANNOTATION + " \"" + name + "\" is used twice");
            }
            String type = Json.stringAt(schema, "type");
            if (type == null || !Set.of("string", "integer", "boolean").contains(type)) {
                throw new InvalidAnnotation(
                        ANNOTATION + " of " + where + " is on a property whose type is not string, integer or boolean");
            }
            byHeader.put(PREFIX + name, List.copyOf(path));
        }

        private void rejectAnnotations(JsonNode value, String keyword) throws InvalidAnnotation {
            if (value instanceof ObjectNode object) {
                if (object.has(ANNOTATION) && !isNamedSchemas(keyword)) {
                    throw new InvalidAnnotation(ANNOTATION + " below \"" + keyword
                            + "\" is not allowed: only \"properties\" keys may lead to it");
                }
                for (Map.Entry<String, JsonNode> entry : object.properties()) {
                    if (!DATA_KEYWORDS.contains(entry.getKey()) || isNamedSchemas(keyword)) {
                        rejectAnnotations(entry.getValue(), isNamedSchemas(keyword) ? "(name)" : entry.getKey());
                    }
                }
            } else if (value.isArray()) {
                for (JsonNode element : value) {
                    rejectAnnotations(element, keyword);
                }
            }
        }

        /** Returns whether the value of a keyword maps arbitrary names to schemas. */
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
