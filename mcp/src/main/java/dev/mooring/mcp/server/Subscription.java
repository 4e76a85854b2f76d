package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.RequestId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@code subscriptions/listen} request, answered only when the listening ends. */
final class Subscription {
    private final RequestId id;
    private final Changes changes;
    private final ObjectNode honoured = Json.object();
    private final Set<Change> lists = new LinkedHashSet<>();
    private final Set<String> uris = new ConcurrentSkipListSet<>();

    Subscription(Message.Request request, Offer offer, Changes changes) throws Refusal {
        this.id = request.id();
        this.changes = changes;
        ObjectNode filter = Json.objectAt(request.params(), "notifications");
        if (filter == null) {
            throw new Refusal(McpError.invalidParams("\"notifications\" must be an object"));
        }
        honour(filter, "toolsListChanged", Change.TOOLS, offer.hasTools());
        honour(filter, "promptsListChanged", Change.PROMPTS, offer.hasPrompts());
        honour(filter, "resourcesListChanged", Change.RESOURCES, offer.hasResources());
        honourResources(filter, offer.hasResources());
    }

    /** Sees to it that changes to a resource become known. */
    interface Watch {
        void over(String uri) throws Exception;
    }

    /** Tells changes on the calling thread until the server ends it or the caller leaves. */
    ObjectNode serve(RunningCall call, CallStream stream, Watch watch) throws Exception {
        if (!stream.canSend()) {
            throw new Refusal(McpError.invalidRequest("listening needs a client that accepts text/event-stream"));
        }
        try (Listening listening =
                changes.listen(change -> change.uri() == null ? lists.contains(change) : uris.contains(change.uri()))) {
            call.onWindDown(listening::close);
            watchResources(watch);
            ObjectNode params = tagged(Json.object());
            params.set("notifications", honoured);
            stream.send(new Message.Notification(Methods.LISTENING, params));
            Change change = listening.take();
            while (change != null) {
                stream.send(new Message.Notification(change.method(), tagged(change.params())));
                change = listening.take();
            }
        }
        return tagged(Json.object());
    }

    /** What cannot be watched is not among what the caller is told that it will hear of. */
    private void watchResources(Watch watch) throws Exception {
        for (String uri : List.copyOf(uris)) {
            try {
                watch.over(uri);
            } catch (Refusal e) {
                uris.remove(uri);
            }
        }
        if (!uris.isEmpty()) {
            ArrayNode watched = honoured.putArray("resourceSubscriptions");
            uris.forEach(watched::add);
        }
    }

    private ObjectNode tagged(ObjectNode params) {
        params.putObject(Meta.FIELD).set(Meta.SUBSCRIPTION_ID, id.json());
        return params;
    }

    private void honour(ObjectNode filter, String field, Change change, boolean offered) throws Refusal {
        JsonNode wanted = filter.get(field);
        if (wanted == null) {
            return;
        }
        if (!wanted.isBoolean()) {
            throw new Refusal(McpError.invalidParams("notifications." + field + " must be true or false"));
        }
        if (wanted.booleanValue() && offered) {
            lists.add(change);
            honoured.put(field, true);
        }
    }

    private void honourResources(ObjectNode filter, boolean offered) throws Refusal {
        JsonNode wanted = filter.get("resourceSubscriptions");
        if (wanted == null) {
            return;
        }
        if (!wanted.isArray()) {
            throw new Refusal(McpError.invalidParams("notifications.resourceSubscriptions must be an array"));
        }
        for (JsonNode uri : wanted) {
            if (!uri.isString()) {
                throw new Refusal(McpError.invalidParams("notifications.resourceSubscriptions must hold strings"));
            }
            uris.add(uri.stringValue());
        }
        if (!offered) {
            uris.clear();
        }
    }
}
