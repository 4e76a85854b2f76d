package dev.mooring.mcp.server.changes;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A change of a list or of a resource.
 *
 * @param method the method of the notification that reports the change
 * @param uri the URI of the changed resource, or null for a change of a list
 */
public record Change(String method, @Nullable String uri) {
    public static final Change TOOLS = new Change(Methods.TOOLS_CHANGED, null);
    public static final Change PROMPTS = new Change(Methods.PROMPTS_CHANGED, null);
    public static final Change RESOURCES = new Change(Methods.RESOURCES_CHANGED, null);

    /** Returns the change of the resource at a URI. */
    public static Change ofResource(String uri) {
        return new Change(Methods.RESOURCE_UPDATED, uri);
    }

    /** Returns the notification for a legacy client. */
    public Message.Notification toNotification() {
        return new Message.Notification(method, uri == null ? null : params());
    }

    /** Returns new params with the URI, if there is one. */
    public ObjectNode params() {
        ObjectNode params = Json.object();
        return uri == null ? params : params.put("uri", uri);
    }
}
