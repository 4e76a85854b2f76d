package dev.mooring.agent;

import dev.mooring.mcp.JsonSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A cache of compiled tool schemas. Compiling takes far longer than validating. Thread-safe. */
final class SchemaCache {
    /** The cache is cleared beyond this size, in case a server keeps generating new schemas. */
    private static final int MAX_SIZE = 2_000;

    /** Empty for an invalid schema: then only the server validates the arguments. */
    private final Map<ObjectNode, Optional<JsonSchema>> compiled = new ConcurrentHashMap<>();

    List<String> faultsOf(JsonNode value, ObjectNode schema) {
        if (compiled.size() > MAX_SIZE) {
            compiled.clear();
        }
        return compiled.computeIfAbsent(schema, SchemaCache::compile)
                .map(valid -> valid.faultsOf(value))
                .orElse(List.of());
    }

    /** Returns the faults of the arguments; empty if a server may accept the arguments nevertheless. */
    List<String> faultsForServer(ObjectNode arguments, ObjectNode schema) {
        List<String> faults = faultsOf(arguments, schema);
        if (faults.isEmpty()) {
            return faults;
        }
        ObjectNode lenient = LenientSchema.of(schema);
        boolean isAcceptable = faultsOf(LenientSchema.withoutOptionalNulls(arguments, lenient), lenient)
                .isEmpty();
        return isAcceptable ? List.of() : faults;
    }

    private static Optional<JsonSchema> compile(ObjectNode schema) {
        try {
            return Optional.of(JsonSchema.compile(schema));
        } catch (JsonSchema.UnusableSchema e) {
            return Optional.empty();
        }
    }
}
