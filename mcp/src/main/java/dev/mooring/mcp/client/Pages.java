package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests all pages of a list. */
final class Pages {
    private static final int MAX_PAGES = 1000;

    private Pages() {}

    /** Returns one result with the items of all pages and the other fields of the first page. */
    static Reply listAll(EraRequests requests, String method, String field) throws InterruptedException {
        ArrayNode items = Json.array();
        Set<String> cursors = new HashSet<>();
        ObjectNode first = null;
        ObjectNode params = Json.object();
        while (true) {
            Reply reply = requests.send(method, params, CallOptions.DEFAULT);
            if (!(reply instanceof Reply.Result(var page))) {
                return reply;
            }
            first = first == null ? page : first;
            if (page.get(field) instanceof ArrayNode pageItems) {
                items.addAll(pageItems);
            }
            JsonNode cursor = page.get("nextCursor");
            if (cursor == null || !cursor.isString()) {
                break;
            }
            if (!cursors.add(cursor.stringValue()) || cursors.size() > MAX_PAGES) {
                return new Reply.Failed(new Failure.Malformed("the pages of " + method
                        + " do not end: a cursor repeats, or there are more than " + MAX_PAGES + " pages"));
            }
            params = Json.object().put("cursor", cursor.stringValue());
        }
        ObjectNode all = Json.shallowCopy(first);
        all.remove("nextCursor");
        all.set(field, items);
        return new Reply.Result(all);
    }
}
