package dev.mooring.mcp.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mooring.mcp.Json;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a resource holds, as it goes to the caller.
 *
 * @param json never changed by the server; may say {@code ttlMs} and {@code cacheScope} of its own
 */
public record ReadResult(ObjectNode json) {
    public static ReadResult text(String uri, String mimeType, String text) {
        return of(uri, mimeType, "text", text);
    }

    public static ReadResult bytes(String uri, String mimeType, byte[] bytes) {
        return of(uri, mimeType, "blob", new String(Base64.getEncoder().encode(bytes), ISO_8859_1));
    }

    private static ReadResult of(String uri, String mimeType, String field, String value) {
        ObjectNode json = Json.object();
        json.putArray("contents")
                .addObject()
                .put("uri", uri)
                .put("mimeType", mimeType)
                .put(field, value);
        return new ReadResult(json);
    }
}
