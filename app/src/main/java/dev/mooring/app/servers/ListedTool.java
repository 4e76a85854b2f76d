package dev.mooring.app.servers;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as its server lists it.
 *
 * @param json as it came
 */
public record ListedTool(ObjectNode json) {
    public String name() {
        String name = Json.stringAt(json, "name");
        return name == null ? "" : name;
    }

    /** What it is for, by the server's words or else by its title; may be empty. */
    public String description() {
        String description = Json.stringAt(json, "description");
        String title = Json.stringAt(json, "title");
        return description != null ? description : title != null ? title : "";
    }

    /** Whether it can only be called as a task, which agents do not do. */
    public boolean needsTasks() {
        return "required".equals(Json.stringAt(Json.objectAt(json, "execution"), "taskSupport"));
    }

    /** The names of its arguments, in their order; those that may be left out end with a question mark. */
    public List<String> arguments() {
        ObjectNode schema = Json.objectAt(json, "inputSchema");
        ObjectNode properties = Json.objectAt(schema, "properties");
        if (schema == null || properties == null) {
            return List.of();
        }
        Set<String> required = new HashSet<>();
        for (JsonNode name : schema.path("required")) {
            required.add(name.asString(""));
        }
        List<String> names = new ArrayList<>();
        for (String name : properties.propertyNames()) {
            names.add(required.contains(name) ? name : name + "?");
        }
        return names;
    }
}
