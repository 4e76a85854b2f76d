package dev.mooring.gateway.cluster;

import dev.mooring.mcp.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call on its way to the owner of its handle.
 *
 * @param principal the caller, which the forwarding replica has authenticated; null for an anonymous caller
 * @param isCertain whether the store names the owner; otherwise the hint in the id of the handle does
 * @param request the request, and the capabilities of its caller, in the format of the gateway
 */
public record ForwardedCall(@Nullable String principal, boolean isCertain, ObjectNode request) {

    ObjectNode toJson() {
        ObjectNode json = Json.object();
        if (principal != null) {
            json.put("principal", principal);
        }
        json.put("certain", isCertain);
        json.set("request", request);
        return json;
    }

    static ForwardedCall from(ObjectNode json) {
        ObjectNode request = Json.objectAt(json, "request");
        return new ForwardedCall(
                Json.stringAt(json, "principal"),
                json.path("certain").asBoolean(false),
                request == null ? Json.object() : request);
    }
}
