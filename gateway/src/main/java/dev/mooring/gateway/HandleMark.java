package dev.mooring.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a result names its session: always in its metadata; where the model has yet to be told, also where models look.
 * Some clients show the model only structured content where there is any, and only the first block of text otherwise.
 */
final class HandleMark {
    /** The field of {@code _meta}, in results and in requests that have no arguments. */
    static final String META = "dev.mooring/session_id";

    private HandleMark() {}

    static ObjectNode inMeta(ObjectNode result, String handle) {
        ObjectNode marked = Json.shallowCopy(result);
        ObjectNode meta = Json.shallowCopy(Json.objectAt(result, Meta.FIELD));
        marked.set(Meta.FIELD, meta.put(META, handle));
        return marked;
    }

    /** @param argument the name under which structured content holds the handle */
    static ObjectNode forModel(ObjectNode result, String handle, String argument) {
        ObjectNode marked = inMeta(result, handle);
        marked.set("content", withLine(result.get("content"), "[session: " + handle + "]"));
        if (result.get("structuredContent") instanceof ObjectNode structured && !structured.has(argument)) {
            marked.set("structuredContent", Json.shallowCopy(structured).put(argument, handle));
        }
        return marked;
    }

    private static ArrayNode withLine(@Nullable JsonNode content, String line) {
        ArrayNode marked = Json.array();
        boolean isMarked = false;
        if (content instanceof ArrayNode blocks) {
            for (JsonNode block : blocks) {
                if (!isMarked && "text".equals(Json.stringAt(block, "type")) && block instanceof ObjectNode text) {
                    marked.add(withLine(text, line));
                    isMarked = true;
                } else {
                    marked.add(block);
                }
            }
        }
        if (!isMarked) {
            marked.insert(0, Json.object().put("type", "text").put("text", line));
        }
        return marked;
    }

    private static ObjectNode withLine(ObjectNode block, String line) {
        String text = Objects.requireNonNullElse(Json.stringAt(block, "text"), "");
        String separator = text.isEmpty() || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
        return Json.shallowCopy(block).put("text", text + separator + line);
    }
}
