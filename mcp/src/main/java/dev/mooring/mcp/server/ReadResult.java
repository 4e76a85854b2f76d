package dev.mooring.mcp.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mooring.mcp.Json;
import java.util.Base64;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a resource.
 *
 * @param json the result as the protocol defines it, optionally with its own {@code ttlMs} and {@code cacheScope}; the
 *     server does not change it
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ReadResult(ObjectNode json) {
    /** Returns text content. */
    public static ReadResult text(String uri, String mimeType, String text) {
        return of(uri, mimeType, "text", text);
    }

    /** Returns binary content. */
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
