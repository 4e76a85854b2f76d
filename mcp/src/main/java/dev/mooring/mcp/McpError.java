package dev.mooring.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The fault in a JSON-RPC error response. */
public record McpError(int code, String message, @Nullable JsonNode data) {
    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** Legacy only; modern servers say {@link #INVALID_PARAMS}. */
    public static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

    public static final int HEADER_MISMATCH = -32020;
    public static final int MISSING_CLIENT_CAPABILITY = -32021;
    public static final int UNSUPPORTED_VERSION = -32022;

    public McpError(int code, String message) {
        this(code, message, null);
    }

    public static McpError parseError(String detail) {
        return new McpError(PARSE_ERROR, "Parse error: " + detail);
    }

    public static McpError invalidRequest(String detail) {
        return new McpError(INVALID_REQUEST, "Invalid request: " + detail);
    }

    public static McpError methodNotFound(String method) {
        return new McpError(METHOD_NOT_FOUND, "Method not found: " + method);
    }

    public static McpError invalidParams(String detail) {
        return new McpError(INVALID_PARAMS, "Invalid params: " + detail);
    }

    public static McpError internal() {
        return new McpError(INTERNAL_ERROR, "Internal error");
    }

    public static McpError headerMismatch(String detail) {
        return new McpError(HEADER_MISMATCH, "Header mismatch: " + detail);
    }

    public static McpError unsupportedVersion(String requested, Iterable<ProtocolVersion> supported) {
        ObjectNode data = Json.object();
        ArrayNode versions = data.putArray("supported");
        supported.forEach(version -> versions.add(version.text()));
        data.put("requested", requested);
        return new McpError(UNSUPPORTED_VERSION, "Unsupported protocol version: " + requested, data);
    }

    public static McpError missingCapability(String capability, ObjectNode required) {
        ObjectNode data = Json.object();
        data.set("requiredCapabilities", required);
        return new McpError(
                MISSING_CLIENT_CAPABILITY, "This needs a client with the capability \"" + capability + "\"", data);
    }

    /** Whether only a server of the modern era says this. */
    public boolean isModernOnly() {
        return code == HEADER_MISMATCH || code == MISSING_CLIENT_CAPABILITY || code == UNSUPPORTED_VERSION;
    }

    static McpError from(ObjectNode json) {
        JsonNode code = json.get("code");
        String message = Json.stringAt(json, "message");
        return new McpError(
                code != null && code.isIntegralNumber() && code.canConvertToInt() ? code.intValue() : INTERNAL_ERROR,
                message == null ? "(no message)" : message,
                json.get("data"));
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object().put("code", code).put("message", message);
        if (data != null) {
            json.set("data", data);
        }
        return json;
    }
}
