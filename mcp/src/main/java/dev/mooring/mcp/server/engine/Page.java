package dev.mooring.mcp.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Refusal;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages of lists. A cursor is the opaque encoding of a position. */
final class Page {
    private static final String CURSOR_PREFIX = "after:";

    private Page() {}

    /** Returns the page that the cursor in the params selects, or the first page. */
    static <T> ObjectNode of(
            String field, List<T> all, Function<T, ObjectNode> definition, @Nullable ObjectNode params, int pageSize)
            throws Refusal {
        int from = startIndex(params, all.size());
        int to = (int) Math.min(all.size(), (long) from + pageSize);
        ObjectNode result = Json.object();
        ArrayNode items = result.putArray(field);
        for (T item : all.subList(from, to)) {
            items.add(definition.apply(item));
        }
        if (to < all.size()) {
            result.put(
                    "nextCursor",
                    Base64.getUrlEncoder().withoutPadding().encodeToString((CURSOR_PREFIX + to).getBytes(UTF_8)));
        }
        return result;
    }

    private static int startIndex(@Nullable ObjectNode params, int size) throws Refusal {
        JsonNode cursor = params == null ? null : params.get("cursor");
        if (cursor == null || cursor.isNull()) {
            return 0;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor.stringValue()), UTF_8);
            if (text.startsWith(CURSOR_PREFIX)) {
                int start = Integer.parseInt(text.substring(CURSOR_PREFIX.length()));
                if (start > 0) {
                    // The list may have become shorter since the cursor was issued.
                    return Math.min(start, size);
                }
            }
        } catch (RuntimeException e) {
            // Not a cursor that this class has issued.
        }
        throw new Refusal(McpError.invalidParams("unknown cursor"));
    }
}
