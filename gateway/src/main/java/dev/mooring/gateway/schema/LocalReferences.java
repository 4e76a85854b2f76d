package dev.mooring.gateway.schema;

import dev.mooring.mcp.Json;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Follows JSON pointer references inside one schema document, but no references by anchor, by id or to other documents. */
final class LocalReferences {
    private final ObjectNode document;

    LocalReferences(ObjectNode document) {
        this.document = document;
    }

    /** Returns whether the dialect ignores all keywords beside {@code $ref}, as dialects before 2019-09 do. */
    boolean hideSiblings() {
        String dialect = Json.stringAt(document, "$schema");
        return dialect != null
                && (dialect.contains("draft-07") || dialect.contains("draft-06") || dialect.contains("draft-04"));
    }

    /**
     * Returns the end of the chain of references that starts at a schema, or null if the schema refers to nothing or the
     * chain cannot be followed.
     */
    @Nullable
    ObjectNode target(ObjectNode schema) {
        String reference = Json.stringAt(schema, "$ref");
        ObjectNode found = null;
        for (Set<String> seen = new HashSet<>(); reference != null && seen.add(reference); ) {
            found = at(reference);
            reference = Json.stringAt(found, "$ref");
        }
        return reference == null ? found : null;
    }

    private @Nullable ObjectNode at(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return null;
        }
        try {
            JsonNode found =
                    document.at(reference.substring(1).replace("%24", "$").replace("%25", "%"));
            return found instanceof ObjectNode object ? object : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
