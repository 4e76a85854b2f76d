package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells the kinds of message apart by the fields they have. */
final class MessageReader {
    private MessageReader() {}

    static Message read(JsonNode json) throws MalformedMessage {
        if (json.isArray()) {
            throw new MalformedMessage(null, "a batch is not supported: send one message at a time");
        }
        if (!(json instanceof ObjectNode object)) {
            throw new MalformedMessage(null, "a message is a JSON object");
        }
        JsonNode idField = object.get("id");
        RequestId id = RequestId.isValid(idField) ? new RequestId(idField) : null;
        JsonNode version = object.get("jsonrpc");
        if (version == null || !version.isString() || !version.stringValue().equals("2.0")) {
            throw new MalformedMessage(id, "\"jsonrpc\" must be \"2.0\"");
        }
        JsonNode method = object.get("method");
        if (method != null) {
            return call(object, method, idField, id);
        }
        return answer(object, idField, id);
    }

    private static Message call(ObjectNode object, JsonNode method, @Nullable JsonNode idField, @Nullable RequestId id)
            throws MalformedMessage {
        if (!method.isString()) {
            throw new MalformedMessage(id, "\"method\" must be a string");
        }
        JsonNode params = object.get("params");
        if (params != null && !(params instanceof ObjectNode)) {
            throw new MalformedMessage(id, "\"params\" must be an object");
        }
        if (idField == null) {
            return new Message.Notification(method.stringValue(), (ObjectNode) params);
        }
        if (id == null) {
            throw new MalformedMessage(null, "\"id\" must be a string or an integer");
        }
        return new Message.Request(id, method.stringValue(), (ObjectNode) params);
    }

    private static Message answer(ObjectNode object, @Nullable JsonNode idField, @Nullable RequestId id)
            throws MalformedMessage {
        JsonNode error = object.get("error");
        if (error instanceof ObjectNode fault) {
            if (idField != null && !idField.isNull() && id == null) {
                throw new MalformedMessage(null, "\"id\" must be a string or an integer");
            }
            return new Message.Failure(id, McpError.from(fault));
        }
        if (object.get("result") instanceof ObjectNode result) {
            if (id == null) {
                throw new MalformedMessage(null, "a result needs the \"id\" of its request");
            }
            return new Message.Result(id, result);
        }
        throw new MalformedMessage(id, "neither \"method\" nor an object \"result\" or \"error\"");
    }
}
