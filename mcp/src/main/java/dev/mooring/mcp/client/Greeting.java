package dev.mooring.mcp.client;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.ProtocolVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a server said of itself when the connection was opened. */
record Greeting(
        ProtocolVersion version,
        Implementation server,
        ObjectNode capabilities,
        @Nullable String instructions) {
    private static final Implementation UNNAMED = Implementation.of("unnamed server", "unknown");

    static Greeting fromDiscover(ProtocolVersion version, ObjectNode result) {
        return of(version, Json.objectAt(Json.objectAt(result, Meta.FIELD), Meta.SERVER_INFO), result);
    }

    static Greeting fromInitialize(ProtocolVersion version, ObjectNode result) {
        return of(version, Json.objectAt(result, "serverInfo"), result);
    }

    private static Greeting of(ProtocolVersion version, @Nullable ObjectNode info, ObjectNode result) {
        ObjectNode capabilities = Json.objectAt(result, "capabilities");
        return new Greeting(
                version,
                info == null ? UNNAMED : new Implementation(info),
                capabilities == null ? Json.object() : capabilities,
                Json.stringAt(result, "instructions"));
    }
}
