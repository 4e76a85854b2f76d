package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Follows the pages of a list to the end. */
final class Pages {
    private static final int MAX_PAGES = 1000;

    private Pages() {}

    /** One result with the items of all pages; its other fields are the first page's. */
    static Reply all(McpClient client, String method, String field) throws InterruptedException {
        ArrayNode items = Json.array();
        Set<String> seen = new HashSet<>();
        ObjectNode first = null;
        ObjectNode params = Json.object();
        while (true) {
            Reply reply = client.request(method, params);
            if (!(reply instanceof Reply.Result(var page))) {
                return reply;
            }
            first = first == null ? page : first;
            if (page.get(field) instanceof ArrayNode some) {
                items.addAll(some);
            }
            JsonNode cursor = page.get("nextCursor");
            if (cursor == null || !cursor.isString()) {
                break;
            }
            if (!seen.add(cursor.stringValue()) || seen.size() > MAX_PAGES) {
                return new Reply.Failed(new Failure.Malformed("the pages of " + method + " have no end"));
            }
            params = Json.object().put("cursor", cursor.stringValue());
        }
        ObjectNode all = Json.shallowCopy(first);
        all.remove("nextCursor");
        all.set(field, items);
        return new Reply.Result(all);
    }
}
