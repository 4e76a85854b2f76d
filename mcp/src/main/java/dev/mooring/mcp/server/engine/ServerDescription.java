package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.ServerFeatures;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Describes a server to a client: the results of {@code initialize} and {@code server/discover}. */
final class ServerDescription {
    private final ServerFeatures features;

    ServerDescription(ServerFeatures features) {
        this.features = features;
    }

    ObjectNode initializeResult(Caller caller) {
        ObjectNode result =
                Json.object().put("protocolVersion", caller.version().text());
        result.set("capabilities", capabilities(Era.LEGACY));
        result.set("serverInfo", features.implementation().json());
        addInstructions(result, caller);
        return result;
    }

    ObjectNode discoverResult(Caller caller) {
        ObjectNode result = Json.object();
        ArrayNode versions = result.putArray("supportedVersions");
        (features.options().modernOnly() ? ModernMeta.VERSIONS : ProtocolVersion.OFFERED)
                .forEach(version -> versions.add(version.text()));
        result.set("capabilities", capabilities(Era.MODERN));
        addInstructions(result, caller);
        return result;
    }

    private void addInstructions(ObjectNode result, Caller caller) {
        String instructions = features.instructions(caller);
        if (instructions != null) {
            result.put("instructions", instructions);
        }
    }

    private ObjectNode capabilities(Era era) {
        ObjectNode capabilities = Json.object();
        if (features.hasTools()) {
            capabilities.putObject("tools").put("listChanged", true);
        }
        if (features.hasResources()) {
            capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
        }
        if (features.hasPrompts()) {
            capabilities.putObject("prompts").put("listChanged", true);
        }
        if (features.completer() != null) {
            capabilities.putObject("completions");
        }
        if (features.hasLogging()) {
            capabilities.putObject("logging");
        }
        return capabilities.setAll(features.moreCapabilities(era));
    }
}
