package dev.mooring.mcp.server.http.sessions;

import dev.mooring.mcp.ProtocolVersion;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The version and capabilities that a client and the server have agreed on for a session.
 *
 * @param principal the only caller that can use the session; null for anonymous callers
 * @param version the negotiated protocol version
 * @param clientInfo the client's description of itself; null if it sent none
 * @param capabilities the capabilities that the client has declared
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record StoredSession(
        @Nullable String principal,
        ProtocolVersion version,
        @Nullable ObjectNode clientInfo,
        ObjectNode capabilities) {}
