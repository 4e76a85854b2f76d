package dev.mooring.session;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Renders the result of a tool, a resource or a prompt as text: all its parts, with a description in place of binary content. */
final class ResultText {
    private ResultText() {}

    static String of(ObjectNode result) {
        List<String> parts = new ArrayList<>();
        for (JsonNode block : result.path("content")) {
            parts.add(text(block));
        }
        for (JsonNode resource : result.path("contents")) {
            parts.add(resource(resource));
        }
        for (JsonNode message : result.path("messages")) {
            boolean isUser = message.path("role").asString("user").equals("user");
            parts.add((isUser ? "" : "Assistant: ") + text(message.path("content")));
        }
        JsonNode structured = result.get("structuredContent");
        if (structured != null && !structured.isNull() && parts.stream().noneMatch(part -> repeats(part, structured))) {
            parts.add(Json.text(structured));
        }
        return String.join("\n", parts);
    }

    /** The specification asks servers to repeat structured content as text, for clients that do not support it. */
    private static boolean repeats(String part, JsonNode structured) {
        try {
            return Json.parse(part).equals(structured);
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static String text(JsonNode block) {
        String type = String.valueOf(Json.stringAt(block, "type"));
        return switch (type) {
            case "text" -> block.path("text").asString("");
            case "image", "audio" -> described(Json.stringAt(block, "mimeType"), Json.stringAt(block, "data"), type);
            case "resource_link" -> "[link: " + block.path("uri").asString("") + "]";
            case "resource" -> resource(block.path("resource"));
            default -> Json.text(block);
        };
    }

    private static String resource(JsonNode resource) {
        String text = Json.stringAt(resource, "text");
        String uri = resource.path("uri").asString("");
        return text != null
                ? "[" + uri + "]\n" + text
                : uri + " " + described(Json.stringAt(resource, "mimeType"), Json.stringAt(resource, "blob"), "data");
    }

    private static String described(@Nullable String mimeType, @Nullable String base64, String fallback) {
        int bytes = base64 == null ? 0 : base64.length() / 4 * 3;
        String size = bytes < 1024 ? bytes + " bytes" : bytes / 1024 + " KB";
        return "[" + (mimeType == null ? fallback : mimeType) + ", " + size + "]";
    }
}
