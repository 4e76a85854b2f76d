package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt.
 *
 * @param definition the definition as lists show it, with a {@code name}
 * @param handler fills in the prompt
 * @param isProxied whether another server validates the arguments
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Prompt(ObjectNode definition, PromptHandler handler, boolean isProxied) {
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

    /** Creates a prompt whose arguments the server validates before the handler runs. */
    public Prompt(ObjectNode definition, PromptHandler handler) {
        this(definition, handler, false);
    }

    /** Returns a prompt of another server. That server validates the arguments. */
    public static Prompt proxied(ObjectNode definition, PromptHandler handler) {
        return new Prompt(definition, handler, true);
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
