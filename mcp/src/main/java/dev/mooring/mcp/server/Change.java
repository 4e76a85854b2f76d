package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Something that listeners may want to know: a list or a resource is not what it was. */
public record Change(String method, @Nullable String uri) {
    static final Change TOOLS = new Change(Methods.TOOLS_CHANGED, null);
    static final Change PROMPTS = new Change(Methods.PROMPTS_CHANGED, null);
    static final Change RESOURCES = new Change(Methods.RESOURCES_CHANGED, null);

    static Change of(String uri) {
        return new Change(Methods.RESOURCE_UPDATED, uri);
    }

    public Message.Notification toNotification() {
        return new Message.Notification(method, uri == null ? null : params());
    }

    ObjectNode params() {
        ObjectNode params = Json.object();
        return uri == null ? params : params.put("uri", uri);
    }
}
