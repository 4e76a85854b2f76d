package dev.mooring.agent;

import dev.mooring.mcp.JsonSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of tools, prepared once: that takes far longer than to check with them. Safe for many threads. */
final class SchemaCache {
    /** More would be servers that make up new schemas all the time; then it starts over. */
    private static final int MOST = 2_000;

    /** Empty for schemas that cannot be used: then the server is left to say what is wrong. */
    private final Map<ObjectNode, Optional<JsonSchema>> prepared = new ConcurrentHashMap<>();

    List<String> faultsOf(JsonNode value, ObjectNode schema) {
        if (prepared.size() > MOST) {
            prepared.clear();
        }
        return prepared.computeIfAbsent(schema, SchemaCache::prepare)
                .map(usable -> usable.faultsOf(value))
                .orElse(List.of());
    }

    private static Optional<JsonSchema> prepare(ObjectNode schema) {
        try {
            return Optional.of(JsonSchema.compile(schema));
        } catch (JsonSchema.UnusableSchema e) {
            return Optional.empty();
        }
    }
}
