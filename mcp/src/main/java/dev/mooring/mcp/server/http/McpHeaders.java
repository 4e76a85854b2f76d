package dev.mooring.mcp.server.http;

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

/** The headers that matter here, found in one pass. One that is given twice counts as wrong, not as the first. */
final class McpHeaders {
    /** No header can have this value. */
    private static final String TWICE = "\0";

    private final HttpFields all;
    private @Nullable String host;
    private @Nullable String origin;
    private @Nullable String contentType;
    private @Nullable String accept;
    private @Nullable String sessionId;
    private @Nullable String version;
    private @Nullable String method;
    private @Nullable String name;

    McpHeaders(HttpFields all) {
        this.all = all;
        for (HttpField field : all) {
            take(field.getLowerCaseName(), field.getValue());
        }
    }

    private void take(String header, @Nullable String value) {
        switch (header) {
            case "host" -> host = once(host, value);
            case "origin" -> origin = once(origin, value);
            case "content-type" -> contentType = once(contentType, value);
            // A list, so it may be spread over several headers.
            case "accept" -> accept = accept == null ? value : accept + "," + value;
            case "mcp-session-id" -> sessionId = once(sessionId, value);
            case "mcp-protocol-version" -> version = once(version, value);
            case "mcp-method" -> method = once(method, value);
            case "mcp-name" -> name = once(name, value);
            default -> {}
        }
    }

    private static @Nullable String once(@Nullable String before, @Nullable String value) {
        return before == null ? value : TWICE;
    }

    @Nullable
    String host() {
        return host;
    }

    @Nullable
    String origin() {
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

    @Nullable
    String get(String header) {
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

    private boolean accepts(String type, String family) {
        return accept == null || names(accept, type) || names(accept, "*/*") || names(accept, family);
    }

    private static boolean names(String accept, String range) {
        int length = range.length();
        for (int i = 0; i + length <= accept.length(); i++) {
            if (accept.regionMatches(true, i, range, 0, length) && ends(accept, i + length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean ends(String accept, int position) {
        return position == accept.length() || ",; \t".indexOf(accept.charAt(position)) >= 0;
    }

    /** What is wrong with the headers that mirror a modern request; null if nothing is. */
    @Nullable
    McpError mismatch(Message.Request request) {
        ObjectNode params = request.params();
        String bodyVersion = Json.stringAt(Json.objectAt(params, Meta.FIELD), Meta.PROTOCOL_VERSION);
        if (version == null) {
            return McpError.headerMismatch("MCP-Protocol-Version is missing");
        }
        if (bodyVersion != null && !version.equals(bodyVersion)) {
            return McpError.headerMismatch("MCP-Protocol-Version is not what the body says");
        }
        if (method == null) {
            return McpError.headerMismatch("Mcp-Method is missing");
        }
        if (!method.equals(request.method())) {
            return McpError.headerMismatch("Mcp-Method is not what the body says");
        }
        String source = nameSource(request.method());
        return source == null ? null : nameMismatch(Json.stringAt(params, source), source);
    }

    private @Nullable McpError nameMismatch(@Nullable String inBody, String source) {
        if (inBody == null) {
            // The body is at fault, and is told so later.
            return null;
        }
        if (name == null) {
            return McpError.headerMismatch("Mcp-Name is missing");
        }
        return inBody.equals(HeaderText.decode(name))
                ? null
                : McpError.headerMismatch("Mcp-Name is not the \"" + source + "\" of the body");
    }

    private static @Nullable String nameSource(String method) {
        return switch (method) {
            case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> "name";
            case Methods.RESOURCES_READ -> "uri";
            default -> null;
        };
    }

    @Nullable
    McpError mismatch(ParamHeaders wanted, @Nullable ObjectNode arguments) {
        for (String header : wanted.byHeader().keySet()) {
            String received = all.getValuesList(header).size() > 1 ? TWICE : all.get(header);
            if (!wanted.agrees(header, received, arguments)) {
                return McpError.headerMismatch(header + " is not what the arguments say");
            }
        }
        return null;
    }
}
