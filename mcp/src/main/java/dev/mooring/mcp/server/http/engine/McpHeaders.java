package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.wire.HeaderText;
import dev.mooring.mcp.wire.ParamHeaders;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The headers of a request that the protocol defines. A header that occurs twice is invalid. */
public final class McpHeaders {
    /** The value of a header that occurs twice. No real header can have this value. */
    private static final String DUPLICATE = "\0";

    private final HttpFields all;
    private @Nullable String host;
    private @Nullable String origin;
    private @Nullable String contentType;
    private @Nullable String accept;
    private @Nullable String sessionId;
    private @Nullable String version;
    private @Nullable String method;
    private @Nullable String name;

    /** Reads the headers in one pass. */
    public McpHeaders(HttpFields all) {
        this.all = all;
        for (HttpField field : all) {
            read(field.getLowerCaseName(), field.getValue());
        }
    }

    private void read(String header, @Nullable String value) {
        switch (header) {
            case "host" -> host = single(host, value);
            case "origin" -> origin = single(origin, value);
            case "content-type" -> contentType = single(contentType, value);
            // A list, which may be split into several headers.
            case "accept" -> accept = accept == null ? value : accept + "," + value;
            case "mcp-session-id" -> sessionId = single(sessionId, value);
            case "mcp-protocol-version" -> version = single(version, value);
            case "mcp-method" -> method = single(method, value);
            case "mcp-name" -> name = single(name, value);
            default -> {}
        }
    }

    private static @Nullable String single(@Nullable String previous, @Nullable String value) {
        return previous == null ? value : DUPLICATE;
    }

    /** Returns the {@code Host}, or null. */
    public @Nullable String host() {
        return host;
    }

    /** Returns the {@code Origin}, or null. */
    public @Nullable String origin() {
        return origin;
    }

    @Nullable
    String sessionId() {
        return sessionId;
    }

    @Nullable
    String version() {
        return version;
    }

    /** Returns the first value of any header, or null. */
    public @Nullable String get(String header) {
        return all.get(header);
    }

    boolean isJson() {
        if (contentType == null) {
            return false;
        }
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return type.strip().equalsIgnoreCase("application/json");
    }

    boolean acceptsJson() {
        return accepts("application/json", "application/*");
    }

    boolean acceptsEvents() {
        return accepts("text/event-stream", "text/*");
    }

    private boolean accepts(String type, String range) {
        return accept == null || contains(accept, type) || contains(accept, "*/*") || contains(accept, range);
    }

    private static boolean contains(String accept, String range) {
        int length = range.length();
        for (int i = 0; i + length <= accept.length(); i++) {
            if (accept.regionMatches(true, i, range, 0, length) && isDelimiterAt(accept, i + length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDelimiterAt(String accept, int position) {
        return position == accept.length() || ",; \t".indexOf(accept.charAt(position)) >= 0;
    }

    /** Returns the error for headers that do not mirror a modern request, or null if they do. */
    @Nullable
    McpError mismatch(Message.Request request) {
        ObjectNode params = request.params();
        String bodyVersion = Json.stringAt(Json.objectAt(params, Meta.FIELD), Meta.PROTOCOL_VERSION);
        if (version == null) {
            return McpError.headerMismatch("MCP-Protocol-Version is missing");
        }
        if (bodyVersion != null && !version.equals(bodyVersion)) {
            return McpError.headerMismatch("MCP-Protocol-Version differs from the body");
        }
        if (method == null) {
            return McpError.headerMismatch("Mcp-Method is missing");
        }
        if (!method.equals(request.method())) {
            return McpError.headerMismatch("Mcp-Method differs from the body");
        }
        String field = nameField(request.method());
        return field == null ? null : nameMismatch(Json.stringAt(params, field), field);
    }

    private @Nullable McpError nameMismatch(@Nullable String inBody, String field) {
        if (inBody == null) {
            // The body is invalid. The router reports that.
            return null;
        }
        if (name == null) {
            return McpError.headerMismatch("Mcp-Name is missing");
        }
        return inBody.equals(HeaderText.decode(name))
                ? null
                : McpError.headerMismatch("Mcp-Name differs from \"" + field + "\" in the body");
    }

    private static @Nullable String nameField(String method) {
        return switch (method) {
            case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> "name";
            case Methods.RESOURCES_READ -> "uri";
            default -> null;
        };
    }

    /** Returns the error for headers that do not mirror the arguments of a tool call, or null if they do. */
    @Nullable
    McpError mismatch(ParamHeaders paramHeaders, @Nullable ObjectNode arguments) {
        for (String header : paramHeaders.byHeader().keySet()) {
            String received = all.getValuesList(header).size() > 1 ? DUPLICATE : all.get(header);
            if (!paramHeaders.matches(header, received, arguments)) {
                return McpError.headerMismatch(header + " differs from the arguments");
            }
        }
        return null;
    }
}
