package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Refusal;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the metadata of modern requests. */
final class ModernMeta {
    static final List<ProtocolVersion> VERSIONS = List.of(ProtocolVersion.V2026_07_28);

    private ModernMeta() {}

    /** Returns whether the modern rules apply to a request, valid or not. */
    static boolean isIn(Message.Request request) {
        ObjectNode meta = Json.objectAt(request.params(), Meta.FIELD);
        return (meta != null && (meta.has(Meta.PROTOCOL_VERSION) || meta.has(Meta.CLIENT_CAPABILITIES)))
                || request.method().equals(Methods.DISCOVER)
                || request.method().equals(Methods.LISTEN);
    }

    /**
     * Returns the caller that the metadata describes.
     *
     * @throws Refusal if the metadata is incomplete or has an unsupported version
     */
    static Caller read(Message.Request request, Identity identity) throws Refusal {
        ObjectNode meta = Json.objectAt(request.params(), Meta.FIELD);
        String version = Json.stringAt(meta, Meta.PROTOCOL_VERSION);
        if (meta == null || version == null) {
            throw missing(Meta.PROTOCOL_VERSION);
        }
        if (!version.equals(ProtocolVersion.V2026_07_28.text())) {
            throw new Refusal(McpError.unsupportedVersion(version, VERSIONS));
        }
        ObjectNode capabilities = Json.objectAt(meta, Meta.CLIENT_CAPABILITIES);
        if (capabilities == null) {
            throw missing(Meta.CLIENT_CAPABILITIES);
        }
        ClientCapabilities.checkSize(capabilities, meta.get(Meta.CLIENT_INFO));
        JsonNode level = meta.get(Meta.LOG_LEVEL);
        if (level != null && LogLevel.from(level.stringValue(null)) == null) {
            throw new Refusal(McpError.invalidParams("_meta[\"" + Meta.LOG_LEVEL + "\"] is not a log level"));
        }
        return new Caller(
                ProtocolVersion.V2026_07_28,
                Implementation.from(Json.objectAt(meta, Meta.CLIENT_INFO)),
                capabilities,
                identity.principal(),
                identity.scopes(),
                null,
                identity.name());
    }

    private static Refusal missing(String field) {
        return new Refusal(McpError.invalidParams("_meta has no \"" + field + "\""));
    }
}
