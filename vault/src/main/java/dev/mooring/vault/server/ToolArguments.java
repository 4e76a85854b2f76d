package dev.mooring.vault.server;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a tool call, which satisfy the tool's schema. */
record ToolArguments(ObjectNode json) {

    /**
     * Returns a string that the schema requires.
     *
     * @throws IllegalArgumentException if it is missing, which means that the schema does not require it
     */
    String required(String name) {
        String value = Json.stringAt(json, name);
        if (value == null) {
            throw new IllegalArgumentException("Argument " + name + " is missing and the schema does not require it");
        }
        return value;
    }

    @Nullable
    String optional(String name) {
        return Json.stringAt(json, name);
    }

    /** Returns the session to continue, or null. Some models fill in every argument, so a blank id counts as absent. */
    @Nullable
    String sessionId() {
        String session = optional("session_id");
        return session == null || session.isBlank() ? null : session;
    }

    /** Returns the objects of an array; empty if the array is absent. */
    List<ToolArguments> optionalObjects(String name) {
        List<ToolArguments> objects = new ArrayList<>();
        json.path(name).forEach(item -> objects.add(new ToolArguments((ObjectNode) item)));
        return objects;
    }

    boolean flag(String name, boolean defaultValue) {
        return json.path(name).asBoolean(defaultValue);
    }

    /** Returns an integer, or null. A number outside the range of {@code int} becomes the nearest {@code int}. */
    @Nullable
    Integer optionalInt(String name) {
        JsonNode value = json.get(name);
        return value == null ? null : (Integer) (int) value.asDouble(Integer.MAX_VALUE);
    }
}
