package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.wire.ParamHeaders;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The arguments that a modern HTTP request mirrors into headers, per tool, from the latest tool list. Thread-safe. */
public final class ToolHeaders {
    private static final Logger LOG = LoggerFactory.getLogger(ToolHeaders.class);

    private final UnaryOperator<String> redaction;
    private volatile Map<String, ParamHeaders> byTool = Map.of();

    /** @param redaction removes secrets from text of the server before it is logged */
    public ToolHeaders(UnaryOperator<String> redaction) {
        this.redaction = redaction;
    }

    /** Records the headers of a tool list. Returns the list without tools whose header annotations are invalid. */
    public ObjectNode update(ObjectNode result) {
        Map<String, ParamHeaders> headersByTool = new HashMap<>();
        ArrayNode valid = Json.array();
        for (JsonNode tool : result.path("tools")) {
            String name = Json.stringAt(tool, "name");
            ObjectNode schema = Json.objectAt(tool, "inputSchema");
            try {
                if (name != null && schema != null) {
                    ParamHeaders headers = ParamHeaders.of(schema);
                    if (!headers.byHeader().isEmpty()) {
                        headersByTool.put(name, headers);
                    }
                }
                valid.add(tool);
            } catch (ParamHeaders.InvalidAnnotation e) {
                LOG.warn("Ignoring a tool: {}", redaction.apply(name + ": " + e.getMessage()));
            }
        }
        byTool = Map.copyOf(headersByTool);
        ObjectNode copy = Json.shallowCopy(result);
        copy.set("tools", valid);
        return copy;
    }

    /** Returns the headers of a {@code tools/call} with the given params. */
    public Map<String, String> forCall(ObjectNode params) {
        ParamHeaders headers = byTool.get(String.valueOf(Json.stringAt(params, "name")));
        return headers == null ? Map.of() : headers.valuesFor(Json.objectAt(params, "arguments"));
    }
}
