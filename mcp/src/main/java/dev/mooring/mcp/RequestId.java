package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The id of a request as its sender wrote it: a string or a whole number. */
public record RequestId(JsonNode json) {
    public RequestId {
        if (!isValid(json)) {
            throw new IllegalArgumentException("a request id is a string or an integer, not " + json);
        }
    }

    public static RequestId of(long number) {
        // The kind of node that a parser makes of it, so that the two are equal.
        return new RequestId(
                number == (int) number
                        ? JsonNodeFactory.instance.numberNode((int) number)
                        : JsonNodeFactory.instance.numberNode(number));
    }

    public static RequestId of(String text) {
        return new RequestId(JsonNodeFactory.instance.stringNode(text));
    }

    /** The id that a value is, or null where it can be none. */
    public static @Nullable RequestId from(@Nullable JsonNode json) {
        return json != null && isValid(json) ? new RequestId(json) : null;
    }

    static boolean isValid(@Nullable JsonNode json) {
        return json != null && (json.isString() || json.isIntegralNumber());
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
