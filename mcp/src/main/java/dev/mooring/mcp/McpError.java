package dev.mooring.mcp;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The error in a JSON-RPC error response.
 *
 * @param code a constant of this class, or a code that the peer defines
 * @param data details in a form that depends on the code; null if there are none
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record McpError(int code, String message, @Nullable JsonNode data) {
    /** The message is not JSON. */
    public static final int PARSE_ERROR = -32700;

    /** The JSON is not a valid request. */
    public static final int INVALID_REQUEST = -32600;

    /** The receiver does not support the method. */
    public static final int METHOD_NOT_FOUND = -32601;

    /** The params are invalid for the method. */
    public static final int INVALID_PARAMS = -32602;

    /** The receiver failed. */
    public static final int INTERNAL_ERROR = -32603;

    /** A resource does not exist. Legacy only; modern servers send {@link #INVALID_PARAMS}. */
    public static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

    /** HTTP headers and body contradict each other. Modern only. */
    public static final int HEADER_MISMATCH = -32020;

    /** The request needs a capability that the client does not declare. Modern only. */
    public static final int MISSING_CLIENT_CAPABILITY = -32021;

    /** The server does not support the protocol version of the request. Modern only. */
    public static final int UNSUPPORTED_VERSION = -32022;

    /** Creates an error without data. */
    public McpError(int code, String message) {
        this(code, message, null);
    }

    /** Returns a {@link #PARSE_ERROR}. */
    public static McpError parseError(String detail) {
        return new McpError(PARSE_ERROR, "Parse error: " + detail);
    }

    /** Returns an {@link #INVALID_REQUEST}. */
    public static McpError invalidRequest(String detail) {
        return new McpError(INVALID_REQUEST, "Invalid request: " + detail);
    }

    /** Returns a {@link #METHOD_NOT_FOUND}. */
    public static McpError methodNotFound(String method) {
        return new McpError(METHOD_NOT_FOUND, "Method not found: " + method);
    }

    /** Returns an {@link #INVALID_PARAMS}. */
    public static McpError invalidParams(String detail) {
        return new McpError(INVALID_PARAMS, "Invalid params: " + detail);
    }

    /** Returns an {@link #INTERNAL_ERROR} without details, which might contain secrets. */
    public static McpError internal() {
        return new McpError(INTERNAL_ERROR, "Internal error");
    }

    /** Returns a {@link #HEADER_MISMATCH}. */
    public static McpError headerMismatch(String detail) {
        return new McpError(HEADER_MISMATCH, "Header mismatch: " + detail);
    }

    /** Returns an {@link #UNSUPPORTED_VERSION} with the supported versions as data. */
    public static McpError unsupportedVersion(String requested, Iterable<ProtocolVersion> supported) {
        ObjectNode data = Json.object();
        ArrayNode versions = data.putArray("supported");
        supported.forEach(version -> versions.add(version.text()));
        data.put("requested", requested);
        return new McpError(UNSUPPORTED_VERSION, "Unsupported protocol version: " + requested, data);
    }

    /** Returns a {@link #MISSING_CLIENT_CAPABILITY} with the required capabilities as data. */
    public static McpError missingCapability(String capability, ObjectNode required) {
        ObjectNode data = Json.object();
        data.set("requiredCapabilities", required);
        return new McpError(
                MISSING_CLIENT_CAPABILITY, "The request requires the client capability \"" + capability + "\"", data);
    }

    /** Returns whether only modern servers send this error. */
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
