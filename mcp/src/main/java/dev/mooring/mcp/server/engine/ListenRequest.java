package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ServerFeatures;
import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeQueue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@code subscriptions/listen} request: sends changes until it is stopped, and only then has a result. */
final class ListenRequest {
    private final RequestId id;
    private final ServerFeatures features;
    private final Caller caller;
    private final ObjectNode acknowledged = Json.object();
    private final Set<Change> listChanges = new LinkedHashSet<>();
    // Concurrent, because the queue's filter reads it on the threads that announce changes.
    private final Set<String> resourceUris = new ConcurrentSkipListSet<>();

    /**
     * Reads the request.
     *
     * @throws Refusal if the filter is malformed
     */
    ListenRequest(Message.Request request, ServerFeatures features, Caller caller) throws Refusal {
        this.id = request.id();
        this.features = features;
        this.caller = caller;
        ObjectNode filter = Json.objectAt(request.params(), "notifications");
        if (filter == null) {
            throw new Refusal(McpError.invalidParams("\"notifications\" must be an object"));
        }
        readListFilter(filter, "toolsListChanged", Change.TOOLS, features.hasTools());
        readListFilter(filter, "promptsListChanged", Change.PROMPTS, features.hasPrompts());
        readListFilter(filter, "resourcesListChanged", Change.RESOURCES, features.hasResources());
        readResourceFilter(filter, features.hasResources());
    }

    /** Sends changes on the calling thread until the server stops the call or the caller disconnects. */
    ObjectNode serve(RunningCall call, CallStream stream) throws Exception {
        if (!stream.canSend()) {
            throw new Refusal(McpError.invalidRequest("to listen, the client must accept text/event-stream"));
        }
        try (ChangeQueue changes = features.changes().listen(this::accepts)) {
            call.onStopRequest(changes::close);
            subscribeToResources();
            ObjectNode params = withSubscriptionId(Json.object());
            params.set("notifications", acknowledged);
            stream.send(new Message.Notification(Methods.LISTENING, params));
            Change change = changes.take();
            while (change != null) {
                stream.send(new Message.Notification(change.method(), withSubscriptionId(change.params())));
                change = changes.take();
            }
        }
        return withSubscriptionId(Json.object());
    }

    private boolean accepts(Change change) {
        return change.uri() == null ? listChanges.contains(change) : resourceUris.contains(change.uri());
    }

    /** Acknowledges only the resources for which the source accepts the subscription. */
    private void subscribeToResources() throws Exception {
        for (String uri : List.copyOf(resourceUris)) {
            try {
                features.onSubscribe(uri, caller);
            } catch (Refusal e) {
                resourceUris.remove(uri);
            }
        }
        if (!resourceUris.isEmpty()) {
            ArrayNode subscriptions = acknowledged.putArray("resourceSubscriptions");
            resourceUris.forEach(subscriptions::add);
        }
    }

    private ObjectNode withSubscriptionId(ObjectNode params) {
        params.putObject(Meta.FIELD).set(Meta.SUBSCRIPTION_ID, id.json());
        return params;
    }

    private void readListFilter(ObjectNode filter, String field, Change change, boolean isOffered) throws Refusal {
        JsonNode value = filter.get(field);
        if (value == null) {
            return;
        }
        if (!value.isBoolean()) {
            throw new Refusal(McpError.invalidParams("notifications." + field + " must be true or false"));
        }
        if (value.booleanValue() && isOffered) {
            listChanges.add(change);
            acknowledged.put(field, true);
        }
    }

    private void readResourceFilter(ObjectNode filter, boolean isOffered) throws Refusal {
        JsonNode uris = filter.get("resourceSubscriptions");
        if (uris == null) {
            return;
        }
        if (!uris.isArray()) {
            throw new Refusal(McpError.invalidParams("notifications.resourceSubscriptions must be an array"));
        }
        for (JsonNode uri : uris) {
            if (!uri.isString()) {
                throw new Refusal(McpError.invalidParams("notifications.resourceSubscriptions must contain strings"));
            }
            resourceUris.add(uri.stringValue());
        }
        if (!isOffered) {
            resourceUris.clear();
        }
    }
}
