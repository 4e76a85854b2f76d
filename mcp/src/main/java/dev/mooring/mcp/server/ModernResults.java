package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Adds to results what the modern era asks of all of them, unless the handler has said it itself. */
final class ModernResults {
    private static final String COMPLETE = "complete";

    private final Offer offer;
    private final Duration freshness;
    private final ObjectNode metaOfMost;

    ModernResults(Offer offer, Duration freshness) {
        this.offer = offer;
        this.freshness = freshness;
        this.metaOfMost = Json.object();
        metaOfMost.set(Meta.SERVER_INFO, offer.implementation.json());
    }

    ObjectNode complete(String method, ObjectNode result) {
        ObjectNode completed = Json.object();
        if (!result.has("resultType")) {
            completed.put("resultType", COMPLETE);
        }
        completed.setAll(result);
        completed.set(Meta.FIELD, meta(Json.objectAt(result, Meta.FIELD)));
        if (isCacheable(method) && COMPLETE.equals(Json.stringAt(completed, "resultType"))) {
            addCaching(method, completed);
        }
        return completed;
    }

    private ObjectNode meta(@Nullable ObjectNode given) {
        if (given == null) {
            return metaOfMost;
        }
        if (given.has(Meta.SERVER_INFO)) {
            return given;
        }
        ObjectNode meta = Json.shallowCopy(given);
        meta.set(Meta.SERVER_INFO, offer.implementation.json());
        return meta;
    }

    private void addCaching(String method, ObjectNode result) {
        boolean read = method.equals(Methods.RESOURCES_READ);
        if (!result.has("ttlMs")) {
            result.put("ttlMs", read ? 0 : freshness.toMillis());
        }
        if (!result.has("cacheScope")) {
            result.put("cacheScope", !read && offer.isPublic() ? "public" : "private");
        }
    }

    private static boolean isCacheable(String method) {
        return switch (method) {
            case Methods.DISCOVER,
                    Methods.TOOLS_LIST,
                    Methods.PROMPTS_LIST,
                    Methods.RESOURCES_LIST,
                    Methods.RESOURCE_TEMPLATES_LIST,
                    Methods.RESOURCES_READ -> true;
            default -> false;
        };
    }
}
