package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of one connection that a modern server allows to cache, with their time to live. Thread-safe. Entries
 * belong to one connection and are never shared with another.
 */
public final class ResultCache {
    private static final int MAX_ENTRIES = 256;
    private static final long MAX_TTL_MILLIS = 24 * 3600 * 1000L;
    private static final Set<String> CACHEABLE = Set.of(
            Methods.TOOLS_LIST,
            Methods.PROMPTS_LIST,
            Methods.RESOURCES_LIST,
            Methods.RESOURCE_TEMPLATES_LIST,
            Methods.RESOURCES_READ);

    private record Entry(ObjectNode result, long expiresAt) {}

    /** Oldest entry first; guarded by this. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** How often the results of a method were evicted; guarded by this. */
    private final Map<String, Long> evictions = new HashMap<>();

    /** Returns the cached result; null if no result is cached, or it has expired. */
    public @Nullable ObjectNode get(String method, ObjectNode params) {
        return CACHEABLE.contains(method) ? get(key(method, params)) : null;
    }

    private synchronized @Nullable ObjectNode get(String key) {
        Entry entry = entries.get(key);
        if (entry != null && System.nanoTime() - entry.expiresAt >= 0) {
            entries.remove(key);
            return null;
        }
        return entry == null ? null : entry.result;
    }

    /** Returns how often the results of a method were evicted so far. */
    public long evictions(String method) {
        return CACHEABLE.contains(method) ? countedEvictions(method) : 0;
    }

    private synchronized long countedEvictions(String method) {
        return evictions.getOrDefault(method, 0L);
    }

    /**
     * Caches a result if the server allows it.
     *
     * @param evictions the {@link #evictions} before the request was sent. If there were more since, the result may be stale
     *     and is not cached.
     */
    public void put(String method, ObjectNode params, ObjectNode result, long evictions) {
        JsonNode ttl = CACHEABLE.contains(method) ? result.get("ttlMs") : null;
        if (ttl != null && ttl.isNumber() && ttl.asLong(0) > 0) {
            long millis = Math.min(ttl.asLong(0), MAX_TTL_MILLIS);
            Entry entry = new Entry(result, System.nanoTime() + millis * 1_000_000);
            put(method, key(method, params), entry, evictions);
        }
    }

    private synchronized void put(String method, String key, Entry entry, long evictionsBefore) {
        if (countedEvictions(method) != evictionsBefore) {
            return;
        }
        entries.put(key, entry);
        if (entries.size() > MAX_ENTRIES) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    /** Evicts the results that a change notification makes stale. */
    public synchronized void onNotification(String method) {
        switch (method) {
            case Methods.TOOLS_CHANGED -> evict(Methods.TOOLS_LIST);
            case Methods.PROMPTS_CHANGED -> evict(Methods.PROMPTS_LIST);
            case Methods.RESOURCES_CHANGED -> {
                evict(Methods.RESOURCES_LIST);
                evict(Methods.RESOURCE_TEMPLATES_LIST);
            }
            case Methods.RESOURCE_UPDATED -> evict(Methods.RESOURCES_READ);
            default -> {
                // No cached result depends on it.
            }
        }
    }

    /** Evicts all results of a method. */
    public synchronized void evict(String method) {
        entries.keySet().removeIf(key -> key.startsWith(method + " "));
        evictions.merge(method, 1L, Long::sum);
    }

    private static String key(String method, ObjectNode params) {
        ObjectNode withoutMeta = Json.shallowCopy(params);
        withoutMeta.remove(Meta.FIELD);
        return method + " " + Json.text(withoutMeta);
    }
}
