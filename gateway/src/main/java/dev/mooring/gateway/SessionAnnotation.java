package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds the session id to the result of a tool call. */
final class SessionAnnotation {
    /** The field of {@code _meta} in results, and in requests that have no arguments. */
    static final String META = "dev.mooring/session_id";

    private SessionAnnotation() {}

    /** Returns the result with the session id in its metadata. */
    static ObjectNode addToMeta(ObjectNode result, String sessionId) {
        ObjectNode annotated = Json.shallowCopy(result);
        ObjectNode meta = Json.shallowCopy(Json.objectAt(result, Meta.FIELD));
        annotated.set(Meta.FIELD, meta.put(META, sessionId));
        return annotated;
    }

    /**
     * Returns the result with the session id in its metadata and where the model reads it. Some clients show the model only
     * structured content if there is any, and otherwise only the first text block.
     *
     * @param argument the name of the argument, and of the field for the session id in structured content
     * @param others the number of sessions that the caller may have meant instead of a new one
     */
    static ObjectNode addForModel(ObjectNode result, String sessionId, String argument, int others) {
        ObjectNode annotated = addToMeta(result, sessionId);
        String line = hint(others, argument) + "[session: " + sessionId + "]";
        annotated.set("content", withLine(result.get("content"), line));
        if (result.get("structuredContent") instanceof ObjectNode structured && !structured.has(argument)) {
            annotated.set("structuredContent", Json.shallowCopy(structured).put(argument, sessionId));
        }
        return annotated;
    }

    private static String hint(int others, String argument) {
        return others == 0
                ? ""
                : "This call started a new session. You have " + others + " other open session"
                        + (others == 1 ? "" : "s") + " here; to continue one, pass its " + argument + ".\n";
    }

    private static ArrayNode withLine(@Nullable JsonNode content, String line) {
        ArrayNode blocks = Json.array();
        boolean isAdded = false;
        if (content instanceof ArrayNode original) {
            for (JsonNode block : original) {
                if (!isAdded && "text".equals(Json.stringAt(block, "type")) && block instanceof ObjectNode text) {
                    blocks.add(withLine(text, line));
                    isAdded = true;
                } else {
                    blocks.add(block);
                }
            }
        }
        if (!isAdded) {
            blocks.insert(0, Json.object().put("type", "text").put("text", line));
        }
        return blocks;
    }

    private static ObjectNode withLine(ObjectNode block, String line) {
        String text = Objects.requireNonNullElse(Json.stringAt(block, "text"), "");
        String separator = text.isEmpty() || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
        return Json.shallowCopy(block).put("text", text + separator + line);
    }
}
