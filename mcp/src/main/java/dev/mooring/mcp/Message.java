package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One JSON-RPC message, its parts kept as they came. */
public sealed interface Message {
    /** Asks for an answer. */
    record Request(RequestId id, String method, @Nullable ObjectNode params) implements Message {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = envelope();
            json.set("id", id.json());
            return withCall(json, method, params);
        }
    }

    /** Asks for nothing. */
    record Notification(String method, @Nullable ObjectNode params) implements Message {
        @Override
        public ObjectNode toJson() {
            return withCall(envelope(), method, params);
        }
    }

    /** Answers a request with what it asked for. */
    record Result(RequestId id, ObjectNode result) implements Message {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = envelope();
            json.set("id", id.json());
            json.set("result", result);
            return json;
        }
    }

    /** Answers a request with a fault; without an id where the request's own could not be read. */
    record Failure(@Nullable RequestId id, McpError error) implements Message {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = envelope();
            if (id != null) {
                json.set("id", id.json());
            }
            json.set("error", error.toJson());
            return json;
        }
    }

    ObjectNode toJson();

    default byte[] toBytes() {
        return Json.bytes(toJson());
    }

    /** Reads a message, or says why the JSON is not one. */
    static Message from(JsonNode json) throws MalformedMessage {
        return MessageReader.read(json);
    }

    private static ObjectNode envelope() {
        return Json.object().put("jsonrpc", "2.0");
    }

    private static ObjectNode withCall(ObjectNode json, String method, @Nullable ObjectNode params) {
        json.put("method", method);
        if (params != null) {
            json.set("params", params);
        }
        return json;
    }
}
