package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import tools.jackson.databind.node.ObjectNode;

/** Something that callers can read at one address. */
public record Resource(ObjectNode definition, ResourceReader reader) {
    public Resource {
        if (Json.stringAt(definition, "uri") == null || Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("a resource needs a uri and a name");
        }
    }

    public static Resource of(String uri, String name, String mimeType, ResourceReader reader) {
        return new Resource(Json.object().put("uri", uri).put("name", name).put("mimeType", mimeType), reader);
    }

    public String uri() {
        return definition.path("uri").stringValue("");
    }

    /** There is nothing at that address, in the words of the caller's era. */
    public static Refusal notFound(String uri, Caller caller) {
        int code = caller.isModern() ? McpError.INVALID_PARAMS : McpError.LEGACY_RESOURCE_NOT_FOUND;
        return new Refusal(
                new McpError(code, "Resource not found", Json.object().put("uri", uri)));
    }
}
