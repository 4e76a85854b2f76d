package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt.
 *
 * @param definition the definition as lists show it, with a {@code name}
 * @param handler what fills in the prompt
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Prompt(ObjectNode definition, PromptHandler handler) {
    /**
     * Creates a prompt.
     *
     * @throws IllegalArgumentException if the definition lacks a name
     */
    public Prompt {
        if (Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("A prompt definition needs a \"name\"");
        }
    }

    /** Returns a prompt without arguments. */
    public static Prompt of(String name, String description, PromptHandler handler) {
        return new Prompt(Json.object().put("name", name).put("description", description), handler);
    }

    /** Returns the name. */
    public String name() {
        return definition.path("name").stringValue("");
    }
}
