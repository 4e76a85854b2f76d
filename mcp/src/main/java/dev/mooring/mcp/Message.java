package dev.mooring.mcp;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON-RPC message. Its parts are preserved as received. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface Message {
    /** A message that requires a response. */
    record Request(RequestId id, String method, @Nullable ObjectNode params) implements Message {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = envelope();
            json.set("id", id.json());
            return withCall(json, method, params);
        }
    }

    /** A message without a response. */
    record Notification(String method, @Nullable ObjectNode params) implements Message {
        @Override
        public ObjectNode toJson() {
            return withCall(envelope(), method, params);
        }
    }

    /** The response to a successful request. */
    record Result(RequestId id, ObjectNode result) implements Message {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = envelope();
            json.set("id", id.json());
            json.set("result", result);
            return json;
        }
    }

    /**
     * The response to a failed request.
     *
     * @param id null if the sender could not read the id of the request
     */
    record ErrorResponse(@Nullable RequestId id, McpError error) implements Message {
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

    /** Returns the message as a JSON-RPC object. */
    ObjectNode toJson();

    /** Returns the message as compact UTF-8 without line breaks. */
    default byte[] toBytes() {
        return Json.bytes(toJson());
    }

    /**
     * Reads a message.
     *
     * @throws MalformedMessage if the JSON is not a JSON-RPC message, or is a batch
     */
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
