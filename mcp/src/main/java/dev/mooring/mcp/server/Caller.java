package dev.mooring.mcp.server;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.ProtocolVersion;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The authenticated or anonymous party that makes a request.
 *
 * @param version the protocol version of the request
 * @param client the client's description of itself, for display only; null if the client sent none
 * @param capabilities the capabilities that the client has declared; empty if it declared none
 * @param principal the identity that the transport has authenticated; null for an anonymous caller
 * @param scopes the scopes of the caller; null if the caller may do everything
 * @param sessionId the id of the legacy HTTP session; null outside such a session
 * @param name the names that the transport has authenticated, for display; null if there are none besides the principal
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Caller(
        ProtocolVersion version,
        @Nullable Implementation client,
        ObjectNode capabilities,
        @Nullable String principal,
        @Nullable Set<String> scopes,
        @Nullable String sessionId,
        @Nullable DisplayName name) {
    /** Creates a caller without a display name. */
    public Caller(
            ProtocolVersion version,
            @Nullable Implementation client,
            ObjectNode capabilities,
            @Nullable String principal,
            @Nullable Set<String> scopes,
            @Nullable String sessionId) {
        this(version, client, capabilities, principal, scopes, sessionId, null);
    }

    /** Returns the era of the request. */
    public Era era() {
        return version.era();
    }

    /** Returns whether the request is of the modern era. */
    public boolean isModern() {
        return era() == Era.MODERN;
    }

    /** Returns whether the caller has a scope, or may do everything. */
    public boolean hasScope(String scope) {
        return scopes == null || scopes.contains(scope);
    }
}
