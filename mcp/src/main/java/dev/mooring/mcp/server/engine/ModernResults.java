package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.ServerFeatures;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Adds the fields that every modern result needs, unless the handler has set them. */
final class ModernResults {
    private static final String COMPLETE = "complete";

    private final ServerFeatures features;
    private final boolean toolsDependOnScopes;
    private final ObjectNode defaultMeta;

    ModernResults(ServerFeatures features, boolean toolsDependOnScopes) {
        this.features = features;
        this.toolsDependOnScopes = toolsDependOnScopes;
        this.defaultMeta = Json.object();
        defaultMeta.set(Meta.SERVER_INFO, features.implementation().json());
    }

    /** Returns a completed copy of the result of a method. */
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

    private ObjectNode meta(@Nullable ObjectNode ofHandler) {
        if (ofHandler == null) {
            return defaultMeta;
        }
        if (ofHandler.has(Meta.SERVER_INFO)) {
            return ofHandler;
        }
        ObjectNode meta = Json.shallowCopy(ofHandler);
        meta.set(Meta.SERVER_INFO, features.implementation().json());
        return meta;
    }

    private void addCaching(String method, ObjectNode result) {
        boolean isRead = method.equals(Methods.RESOURCES_READ);
        if (!result.has("ttlMs")) {
            result.put("ttlMs", isRead ? 0 : features.options().cacheTtl().toMillis());
        }
        if (!result.has("cacheScope")) {
            result.put(
                    "cacheScope",
                    !isRead && !toolsDependOnScopes && features.isSameForAllCallers() ? "public" : "private");
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
