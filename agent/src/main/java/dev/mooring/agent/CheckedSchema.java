package dev.mooring.agent;

import dev.mooring.mcp.JsonSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON Schema as JSON and in compiled form. */
record CheckedSchema(ObjectNode json, JsonSchema compiled) {
    static CheckedSchema of(String what, ObjectNode json) {
        try {
            return new CheckedSchema(json, JsonSchema.compile(json));
        } catch (JsonSchema.UnusableSchema e) {
            throw new IllegalArgumentException(what + " is invalid: " + e.getMessage(), e);
        }
    }

    List<String> faultsOf(JsonNode value) {
        return compiled.faultsOf(value);
    }
}
