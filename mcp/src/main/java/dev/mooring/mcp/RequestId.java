package dev.mooring.mcp;

import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The id of a request, as its sender wrote it.
 *
 * @param json a string or an integer
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RequestId(JsonNode json) {
    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,18}");

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if the value is neither a string nor an integer
     */
    public RequestId {
        if (!isValid(json)) {
            throw new IllegalArgumentException("A request id must be a string or an integer, not " + json);
        }
    }

    /** Returns a numeric id. */
    public static RequestId of(long number) {
        // The same node type as the parser creates, so that the ids are equal.
        return new RequestId(
                number == (int) number
                        ? JsonNodeFactory.instance.numberNode((int) number)
                        : JsonNodeFactory.instance.numberNode(number));
    }

    /** Returns a string id. */
    public static RequestId of(String text) {
        return new RequestId(JsonNodeFactory.instance.stringNode(text));
    }

    /** Returns the id for a JSON value, or null if the value is not a valid id. */
    public static @Nullable RequestId from(@Nullable JsonNode json) {
        return json != null && isValid(json) ? new RequestId(json) : null;
    }

    /**
     * Returns whether this id equals a numeric id. Some peers return the number as a string, which counts as equal.
     *
     * @param number the id of the request, at least 0
     */
    public boolean names(long number) {
        return number() == number;
    }

    /** Returns the numeric value of this id, which may be a string of digits, or -1 if it has none. */
    public long number() {
        if (json.canConvertToLong()) {
            return json.longValue();
        }
        String text = json.isString() ? json.stringValue() : "";
        try {
            return DECIMAL.matcher(text).matches() ? Long.parseLong(text) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    static boolean isValid(@Nullable JsonNode json) {
        return json != null && (json.isString() || json.isIntegralNumber());
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
