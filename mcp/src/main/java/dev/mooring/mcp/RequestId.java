package dev.mooring.mcp;

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

    static boolean isValid(@Nullable JsonNode json) {
        return json != null && (json.isString() || json.isIntegralNumber());
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
