package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.wire.ParamHeaders;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which arguments of which tools are mirrored into headers, as far as this connection has seen the list. */
final class ToolHeaders {
    private static final Logger LOG = LoggerFactory.getLogger(ToolHeaders.class);

    private volatile Map<String, ParamHeaders> byTool = Map.of();

    /** Remembers what a list of tools asks for; gives the list back without the tools that ask for the impossible. */
    ObjectNode learn(ObjectNode result) {
        Map<String, ParamHeaders> learned = new HashMap<>();
        ArrayNode usable = Json.array();
        for (JsonNode tool : result.path("tools")) {
            String name = Json.stringAt(tool, "name");
            ObjectNode schema = Json.objectAt(tool, "inputSchema");
            try {
                if (name != null && schema != null) {
                    ParamHeaders headers = ParamHeaders.of(schema);
                    if (!headers.byHeader().isEmpty()) {
                        learned.put(name, headers);
                    }
                }
                usable.add(tool);
            } catch (ParamHeaders.InvalidAnnotation e) {
                LOG.warn("the tool \"{}\" is left out: {}", name, e.getMessage());
            }
        }
        byTool = Map.copyOf(learned);
        ObjectNode copy = Json.shallowCopy(result);
        copy.set("tools", usable);
        return copy;
    }

    Map<String, String> forCall(ObjectNode params) {
        ParamHeaders headers = byTool.get(String.valueOf(Json.stringAt(params, "name")));
        return headers == null ? Map.of() : headers.valuesFor(Json.objectAt(params, "arguments"));
    }
}
