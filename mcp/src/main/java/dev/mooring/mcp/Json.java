package dev.mooring.mcp;

import java.math.BigDecimal;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON trees. They preserve every field, its order and the exact value of every number. Duplicate keys
 * are rejected, because two readers could see two different messages.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Json {
    /** The deepest nesting that {@code parse} accepts. */
    public static final int MAX_DEPTH = 200;

    private static final int MAX_STRING = 256 * 1024 * 1024;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_STRING)
                            .build())
                    // Leaves room for an envelope around a value that was read at the limit.
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH + 50)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    /** Parses one JSON value, which must be the whole input. */
    public static JsonNode parse(byte[] utf8) throws MalformedJson {
        return parse(utf8, 0, utf8.length);
    }

    /** Parses one JSON value, which must be the whole given range of the input. */
    public static JsonNode parse(byte[] utf8, int offset, int length) throws MalformedJson {
        try {
            JsonNode node = MAPPER.readTree(utf8, offset, length);
            if (node.isMissingNode()) {
                throw new MalformedJson("no content");
            }
            return node;
        } catch (JacksonException e) {
            throw MalformedJson.because(e);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new MalformedJson("a number is out of range");
        }
    }

    /** Parses one JSON value, which must be the whole text. */
    public static JsonNode parse(String text) throws MalformedJson {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node.isMissingNode()) {
                throw new MalformedJson("no content");
            }
            return node;
        } catch (JacksonException e) {
            throw MalformedJson.because(e);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new MalformedJson("a number is out of range");
        }
    }

    /**
     * Parses an object from a literal in the program.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    public static ObjectNode objectOf(String text) {
        try {
            return (ObjectNode) parse(text);
        } catch (MalformedJson | ClassCastException e) {
            throw new IllegalArgumentException("not a JSON object: " + text, e);
        }
    }

    /** Writes a value as compact UTF-8 without line breaks. */
    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /** Writes a value as compact text. */
    public static String text(JsonNode node) {
        return MAPPER.writeValueAsString(node);
    }

    /** Returns a new, empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns a new, empty array. */
    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Returns a copy whose fields can be set without changing the original. The values are shared. */
    public static ObjectNode shallowCopy(@Nullable ObjectNode original) {
        ObjectNode copy = object();
        return original == null ? copy : copy.setAll(original);
    }

    /** Returns the object in a field, or null if the field is absent or not an object. */
    public static @Nullable ObjectNode objectAt(@Nullable JsonNode parent, String field) {
        return parent != null && parent.get(field) instanceof ObjectNode object ? object : null;
    }

    /** Returns the string in a field, or null if the field is absent or not a string. */
    public static @Nullable String stringAt(@Nullable JsonNode parent, String field) {
        JsonNode value = parent == null ? null : parent.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    /** Returns whether a value is a whole number, in any notation: {@code 42}, {@code 42.0} and {@code 4.2e1} are. */
    public static boolean isWhole(JsonNode number) {
        if (number.isIntegralNumber()) {
            return true;
        }
        if (!number.isNumber()) {
            return false;
        }
        BigDecimal value = number.decimalValue();
        return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
    }
}
