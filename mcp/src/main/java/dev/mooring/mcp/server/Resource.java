package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource at one URI.
 *
 * @param definition the definition as lists show it, with a {@code uri} and a {@code name}
 * @param reader reads the resource
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Resource(ObjectNode definition, ResourceReader reader) {
    /**
     * Creates a resource.
     *
     * @throws IllegalArgumentException if the definition lacks a URI or a name
     */
    public Resource {
        if (Json.stringAt(definition, "uri") == null || Json.stringAt(definition, "name") == null) {
            throw new IllegalArgumentException("A resource definition needs a \"uri\" and a \"name\"");
        }
    }

    /** Returns a resource with a URI, a name and a MIME type. */
    public static Resource of(String uri, String name, String mimeType, ResourceReader reader) {
        return new Resource(Json.object().put("uri", uri).put("name", name).put("mimeType", mimeType), reader);
    }

    /** Returns the URI. */
    public String uri() {
        return definition.path("uri").stringValue("");
    }

    /** Returns the refusal for a URI without a resource, with the error code of the caller's era. */
    public static Refusal notFound(String uri, Caller caller) {
        int code = caller.isModern() ? McpError.INVALID_PARAMS : McpError.LEGACY_RESOURCE_NOT_FOUND;
        return new Refusal(
                new McpError(code, "Resource not found", Json.object().put("uri", uri)));
    }
}
