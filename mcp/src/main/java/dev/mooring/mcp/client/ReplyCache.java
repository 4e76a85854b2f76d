package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Results that a modern server allowed to be kept for a while. Belongs to one connection, so to one caller. */
final class ReplyCache {
    private static final int MAX_ENTRIES = 256;
    private static final long MAX_TTL_MILLIS = 24 * 3600 * 1000L;
    private static final Set<String> CACHEABLE = Set.of(
            Methods.TOOLS_LIST,
            Methods.PROMPTS_LIST,
            Methods.RESOURCES_LIST,
            Methods.RESOURCE_TEMPLATES_LIST,
            Methods.RESOURCES_READ);

    private record Kept(ObjectNode result, long goodUntil) {}

    /** Least recently added first; guarded by this. */
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    @Nullable
    ObjectNode recall(String method, ObjectNode params) {
        return CACHEABLE.contains(method) ? recall(key(method, params)) : null;
    }

    private synchronized @Nullable ObjectNode recall(String key) {
        Kept entry = kept.get(key);
        if (entry != null && System.nanoTime() - entry.goodUntil >= 0) {
            kept.remove(key);
            return null;
        }
        return entry == null ? null : entry.result;
    }

    void keep(String method, ObjectNode params, ObjectNode result) {
        JsonNode ttl = CACHEABLE.contains(method) ? result.get("ttlMs") : null;
        if (ttl != null && ttl.isNumber() && ttl.asLong(0) > 0) {
            long millis = Math.min(ttl.asLong(0), MAX_TTL_MILLIS);
            keep(key(method, params), new Kept(result, System.nanoTime() + millis * 1_000_000));
        }
    }

    private synchronized void keep(String key, Kept entry) {
        kept.put(key, entry);
        if (kept.size() > MAX_ENTRIES) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** The server said that something changed. */
    synchronized void heard(String notification) {
        switch (notification) {
            case Methods.TOOLS_CHANGED -> drop(Methods.TOOLS_LIST);
            case Methods.PROMPTS_CHANGED -> drop(Methods.PROMPTS_LIST);
            case Methods.RESOURCES_CHANGED -> {
                drop(Methods.RESOURCES_LIST);
                drop(Methods.RESOURCE_TEMPLATES_LIST);
            }
            case Methods.RESOURCE_UPDATED -> drop(Methods.RESOURCES_READ);
            default -> {
                // Nothing that is kept depends on it.
            }
        }
    }

    synchronized void drop(String method) {
        kept.keySet().removeIf(key -> key.startsWith(method + " "));
    }

    private static String key(String method, ObjectNode params) {
        ObjectNode essential = Json.shallowCopy(params);
        essential.remove(dev.mooring.mcp.Meta.FIELD);
        return method + " " + Json.text(essential);
    }
}
