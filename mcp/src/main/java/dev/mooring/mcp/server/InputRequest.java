package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A question to the client: roots, a sample of its model, or something from its user. */
public record InputRequest(String method, ObjectNode params) {
    /** Asks the user to fill in a form. */
    public static InputRequest elicit(String message, ObjectNode requestedSchema) {
        ObjectNode params = Json.object().put("message", message);
        params.set("requestedSchema", requestedSchema);
        return new InputRequest(Methods.ELICIT, params);
    }

    /** Asks for a message of the client's model. */
    public static InputRequest sample(ObjectNode params) {
        return new InputRequest(Methods.SAMPLE, params);
    }

    public static InputRequest roots() {
        return new InputRequest(Methods.ROOTS_LIST, Json.object());
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object().put("method", method);
        json.set("params", params);
        return json;
    }

    /** The capabilities that the client would have to declare in addition; null if it has declared enough. */
    @Nullable
    ObjectNode missingFrom(ObjectNode declared) {
        return switch (method) {
            case Methods.ROOTS_LIST -> missing(declared, "roots", null);
            case Methods.SAMPLE -> missing(declared, "sampling", params.has("tools") ? "tools" : null);
            case Methods.ELICIT -> missingElicitation(declared);
            default -> throw new IllegalArgumentException("a client cannot be asked for " + method);
        };
    }

    private @Nullable ObjectNode missingElicitation(ObjectNode declared) {
        if ("url".equals(Json.stringAt(params, "mode"))) {
            return missing(declared, "elicitation", "url");
        }
        ObjectNode elicitation = Json.objectAt(declared, "elicitation");
        // An empty object means forms, as it did before there were modes.
        return elicitation != null && (elicitation.isEmpty() || elicitation.has("form") || !elicitation.has("url"))
                ? null
                : missing(Json.object(), "elicitation", elicitation == null ? null : "form");
    }

    private static @Nullable ObjectNode missing(ObjectNode declared, String capability, @Nullable String part) {
        ObjectNode found = Json.objectAt(declared, capability);
        if (found != null && (part == null || found.has(part))) {
            return null;
        }
        ObjectNode required = Json.object();
        ObjectNode inner = required.putObject(capability);
        if (part != null) {
            inner.putObject(part);
        }
        return required;
    }
}
