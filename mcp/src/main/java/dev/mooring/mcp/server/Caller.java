package dev.mooring.mcp.server;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.ProtocolVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who asks, as far as it is known.
 *
 * @param client what the client says of itself; for display only
 * @param capabilities what the client has declared; empty where it declared nothing
 * @param principal whom the transport has authenticated, null where nobody was
 * @param sessionId the legacy HTTP session, null where there is none
 */
public record Caller(
        ProtocolVersion version,
        @Nullable Implementation client,
        ObjectNode capabilities,
        @Nullable String principal,
        @Nullable String sessionId) {
    public Era era() {
        return isModern() ? Era.MODERN : Era.LEGACY;
    }

    boolean isModern() {
        return ModernMeta.VERSIONS.contains(version);
    }
}
