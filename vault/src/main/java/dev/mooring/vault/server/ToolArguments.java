package dev.mooring.vault.server;

import dev.mooring.mcp.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call, which satisfy the tool's schema. */
record ToolArguments(ObjectNode json) {
    /** A text that the schema requires. */
    String text(String name) {
        String value = Json.stringAt(json, name);
        if (value == null) {
            throw new IllegalArgumentException("The schema requires " + name);
        }
        return value;
    }

    @Nullable
    String textIfGiven(String name) {
        return Json.stringAt(json, name);
    }

    /** A session to continue. Models that must fill in everything give an empty text for none. */
    @Nullable
    String sessionIfGiven() {
        String session = textIfGiven("session_id");
        return session == null || session.isBlank() ? null : session;
    }

    boolean flag(String name) {
        return json.path(name).asBoolean(false);
    }

    @Nullable
    Boolean flagIfGiven(String name) {
        JsonNode value = json.get(name);
        return value == null ? null : (Boolean) value.asBoolean();
    }

    /** A whole number; one beyond the range becomes the end of the range. */
    @Nullable
    Integer numberIfGiven(String name) {
        JsonNode value = json.get(name);
        return value == null ? null : (Integer) (int) value.asDouble(Integer.MAX_VALUE);
    }
}
