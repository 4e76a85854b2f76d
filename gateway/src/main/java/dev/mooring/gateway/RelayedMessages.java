package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedMessage;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.sessions.MessageRelay;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Passes messages of legacy clients on between replicas. The answer to an input request, or the cancellation of a call, can
 * arrive at another replica than the call. Thread-safe.
 */
final class RelayedMessages {
    private static final Logger LOG = LoggerFactory.getLogger(RelayedMessages.class);

    private final ClusterNode node;
    private final Map<String, HttpEndpoint> endpoints = new ConcurrentHashMap<>();

    RelayedMessages(ClusterNode node) {
        this.node = node;
    }

    /** Returns the relay that passes the messages of an endpoint on to the other replicas. */
    MessageRelay from(String path) {
        return (message, principal, sessionId) -> {
            ObjectNode json = Json.object().put("path", path);
            json.set("message", message.toJson());
            if (principal != null) {
                json.put("principal", principal);
            }
            if (sessionId != null) {
                json.put("session", sessionId);
            }
            node.broadcast(json);
        };
    }

    /** Passes messages of other replicas on to an endpoint. */
    void to(HttpEndpoint endpoint) {
        endpoints.put(endpoint.path(), endpoint);
    }

    /** Accepts a message of another replica. */
    void accept(ObjectNode json) {
        String path = Json.stringAt(json, "path");
        HttpEndpoint endpoint = path == null ? null : endpoints.get(path);
        ObjectNode message = Json.objectAt(json, "message");
        if (endpoint == null || message == null) {
            return;
        }
        try {
            endpoint.accept(Message.from(message), Json.stringAt(json, "principal"), Json.stringAt(json, "session"));
        } catch (MalformedMessage e) {
            LOG.warn("Another replica sent a malformed message: {}", e.getMessage());
        }
    }
}
