package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.crypto.Sha256;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The digest of the parts of a request that stay the same when the caller repeats it with answers to input requests. */
final class RequestDigest {
    private static final Set<String> PER_ROUND = Set.of(Meta.FIELD, "inputResponses", "requestState");

    private RequestDigest() {}

    static byte[] of(Message.Request request) {
        StringBuilder canonical = new StringBuilder(request.method()).append('\n');
        ObjectNode params = request.params();
        if (params != null) {
            sorted(params).forEach((key, value) -> {
                if (!PER_ROUND.contains(key)) {
                    write(key, value, canonical);
                }
            });
        }
        return Sha256.of(canonical.toString());
    }

    private static void write(String key, JsonNode value, StringBuilder out) {
        out.append(key.length()).append(':').append(key);
        write(value, out);
    }

    private static void write(JsonNode value, StringBuilder out) {
        if (value instanceof ObjectNode object) {
            out.append('{');
            sorted(object).forEach((key, inner) -> write(key, inner, out));
            out.append('}');
        } else if (value.isArray()) {
            out.append('[');
            for (JsonNode element : value) {
                write(element, out);
                out.append(',');
            }
            out.append(']');
        } else {
            out.append(value);
        }
    }

    private static Map<String, JsonNode> sorted(ObjectNode object) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
