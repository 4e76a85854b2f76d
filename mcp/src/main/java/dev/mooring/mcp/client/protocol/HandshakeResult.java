package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.ProtocolVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The server's part of a successful handshake.
 *
 * @param version the version that the connection uses
 * @param instructions the server's instructions for its use; null if it gives none
 */
public record HandshakeResult(
        ProtocolVersion version,
        Implementation server,
        ObjectNode capabilities,
        @Nullable String instructions) {
    private static final Implementation UNNAMED = Implementation.of("unnamed server", "unknown");

    static HandshakeResult ofDiscover(ProtocolVersion version, ObjectNode result) {
        return of(version, Json.objectAt(Json.objectAt(result, Meta.FIELD), Meta.SERVER_INFO), result);
    }

    /** Returns the result for a session that another connection has opened: only its version is known. */
    public static HandshakeResult ofResumption(String version) {
        return new HandshakeResult(new ProtocolVersion(version), UNNAMED, Json.object(), null);
    }

    static HandshakeResult ofInitialize(ProtocolVersion version, ObjectNode result) {
        return of(version, Json.objectAt(result, "serverInfo"), result);
    }

    private static HandshakeResult of(ProtocolVersion version, @Nullable ObjectNode info, ObjectNode result) {
        ObjectNode capabilities = Json.objectAt(result, "capabilities");
        return new HandshakeResult(
                version,
                info == null ? UNNAMED : new Implementation(info),
                capabilities == null ? Json.object() : capabilities,
                Json.stringAt(result, "instructions"));
    }
}
