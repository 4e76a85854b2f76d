package dev.mooring.mcp.server.conformance;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceTemplate;
import java.util.Base64;

/** Text, binary and templated resources. */
final class FixtureResources {
    private FixtureResources() {}

    static void addTo(McpServer.Builder builder) {
        builder.resource(Resource.of(
                "test://static-text",
                "static-text",
                "text/plain",
                (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "Text that stays the same.")));
        builder.resource(Resource.of(
                "test://static-binary",
                "static-binary",
                "image/png",
                (uri, variables, exchange) ->
                        ReadResult.bytes(uri, "image/png", Base64.getDecoder().decode(ContentTools.PNG))));
        builder.resource(Resource.of(
                "test://watched-resource",
                "watched-resource",
                "text/plain",
                (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "Text to subscribe to.")));
        builder.template(ResourceTemplate.of(
                "test://template/{id}/data",
                "template",
                "application/json",
                (uri, variables, exchange) -> ReadResult.text(
                        uri,
                        "application/json",
                        Json.text(Json.object()
                                .put("id", variables.get("id"))
                                .put("data", "Data for ID: " + variables.get("id"))))));
    }
}
