package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.Refusal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares the capabilities that a client has declared with those that an input request needs. */
final class ClientCapabilities {
    private static final int MAX_BYTES = 64 * 1024;

    private ClientCapabilities() {}

    /**
     * Checks the size of the data that a session keeps about its client.
     *
     * @throws Refusal if the capabilities or the description of the client are too large
     */
    static void checkSize(@Nullable JsonNode capabilities, @Nullable JsonNode clientInfo) throws Refusal {
        if (JsonSize.exceeds(capabilities, MAX_BYTES)) {
            throw new Refusal(McpError.invalidParams("the client's capabilities are too large"));
        }
        if (JsonSize.exceeds(clientInfo, MAX_BYTES)) {
            throw new Refusal(McpError.invalidParams("clientInfo is too large"));
        }
    }

    /** Returns the capabilities that the client lacks for an input request, or null if it lacks none. */
    static @Nullable ObjectNode missingFor(InputRequest request, ObjectNode declared) {
        return switch (request.method()) {
            case Methods.ROOTS_LIST -> missing(declared, "roots", null);
            case Methods.SAMPLE ->
                missing(declared, "sampling", request.params().has("tools") ? "tools" : null);
            case Methods.ELICIT -> missingForElicitation(request.params(), declared);
            default -> throw new IllegalArgumentException("A server cannot send " + request.method() + " to a client");
        };
    }

    private static @Nullable ObjectNode missingForElicitation(ObjectNode params, ObjectNode declared) {
        if ("url".equals(Json.stringAt(params, "mode"))) {
            return missing(declared, "elicitation", "url");
        }
        ObjectNode elicitation = Json.objectAt(declared, "elicitation");
        // Clients of revisions without modes declare an empty object, which means forms.
        return elicitation != null && (elicitation.isEmpty() || elicitation.has("form") || !elicitation.has("url"))
                ? null
                : missing(Json.object(), "elicitation", elicitation == null ? null : "form");
    }

    private static @Nullable ObjectNode missing(ObjectNode declared, String capability, @Nullable String part) {
        ObjectNode present = Json.objectAt(declared, capability);
        if (present != null && (part == null || present.has(part))) {
            return null;
        }
        ObjectNode required = Json.object();
        ObjectNode parts = required.putObject(capability);
        if (part != null) {
            parts.putObject(part);
        }
        return required;
    }
}
