package dev.mooring.agent;

import dev.mooring.mcp.JsonSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A schema in both forms: to be shown, and to check with. */
record CheckedSchema(ObjectNode json, JsonSchema check) {
    static CheckedSchema of(String what, ObjectNode json) {
        try {
            return new CheckedSchema(json, JsonSchema.compile(json));
        } catch (JsonSchema.UnusableSchema e) {
            throw new IllegalArgumentException(what + " cannot be used: " + e.getMessage(), e);
        }
    }

    List<String> faultsOf(JsonNode value) {
        return check.faultsOf(value);
    }
}
