package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads messages; their fields determine their kind. */
final class MessageReader {
    private MessageReader() {}

    static Message read(JsonNode json) throws MalformedMessage {
        if (json.isArray()) {
            throw new MalformedMessage(null, "batches are not supported; send one message at a time");
        }
        if (!(json instanceof ObjectNode object)) {
            throw new MalformedMessage(null, "a message must be a JSON object");
        }
        JsonNode idField = object.get("id");
        RequestId id = RequestId.isValid(idField) ? new RequestId(idField) : null;
        JsonNode version = object.get("jsonrpc");
        if (version == null || !version.isString() || !version.stringValue().equals("2.0")) {
            throw new MalformedMessage(id, "\"jsonrpc\" must be \"2.0\"");
        }
        JsonNode method = object.get("method");
        if (method != null) {
            return readCall(object, method, idField, id);
        }
        return readResponse(object, idField, id);
    }

    private static Message readCall(
            ObjectNode object, JsonNode method, @Nullable JsonNode idField, @Nullable RequestId id)
            throws MalformedMessage {
        if (!method.isString()) {
            throw new MalformedMessage(id, "\"method\" must be a string");
        }
        ObjectNode params = switch (object.get("params")) {
            case null -> null;
            case ObjectNode found -> found;
            default -> throw new MalformedMessage(id, "\"params\" must be an object");
        };
        if (idField == null) {
            return new Message.Notification(method.stringValue(), params);
        }
        if (id == null) {
            throw new MalformedMessage(null, "\"id\" must be a string or an integer");
        }
        return new Message.Request(id, method.stringValue(), params);
    }

    private static Message readResponse(ObjectNode object, @Nullable JsonNode idField, @Nullable RequestId id)
            throws MalformedMessage {
        if (object.get("error") instanceof ObjectNode error) {
            if (idField != null && !idField.isNull() && id == null) {
                throw new MalformedMessage(null, "\"id\" must be a string or an integer");
            }
            return new Message.ErrorResponse(id, McpError.from(error));
        }
        if (object.get("result") instanceof ObjectNode result) {
            if (id == null) {
                throw new MalformedMessage(null, "a result must have the \"id\" of its request");
            }
            return new Message.Result(id, result);
        }
        throw new MalformedMessage(id, "a message must have a \"method\", or an object \"result\" or \"error\"");
    }
}
