package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools of a server, or the reason why they are unavailable. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface ToolListing {
    /**
     * The tools of the server.
     *
     * @param skipped the names of tools that need the tasks extension and are not in {@code tools}
     * @param instructions how to use the server, as it told the client on connecting, with secrets redacted; null if it
     *     gives none
     * @param hasResources whether the server declares resources, which {@link Sessions#request(String, String, ObjectNode)}
     *     can read
     */
    record Listed(
            List<ListedTool> tools,
            List<String> skipped,
            @Nullable String instructions,
            boolean hasResources) implements ToolListing {}

    /**
     * The tools could not be listed.
     *
     * @param reason the cause, with secrets redacted
     */
    record Unavailable(String server, String reason) implements ToolListing {}

    /**
     * Parses the reply to a listing request.
     *
     * @param instructions the server's instructions; null if it gives none
     * @param capabilities what the server declares
     */
    static ToolListing of(ToolServer server, Reply reply, @Nullable String instructions, ObjectNode capabilities) {
        return switch (reply) {
            case Reply.Result(ObjectNode result) -> listed(server, result, instructions, capabilities.has("resources"));
            case Reply.Rejected(var error) -> unavailable(server, error.message());
            case Reply.Failed(Failure failure) -> unavailable(server, failure.message());
        };
    }

    private static Listed listed(
            ToolServer server, ObjectNode result, @Nullable String instructions, boolean hasResources) {
        Map<String, ListedTool> byName = new LinkedHashMap<>();
        for (JsonNode tool : result.path("tools")) {
            if (tool instanceof ObjectNode object
                    && tool.path("name").isString()
                    && byName.putIfAbsent(tool.path("name").stringValue(), new ListedTool(server.name(), object))
                            != null) {
                LoggerFactory.getLogger(ToolListing.class)
                        .warn(
                                "{} lists the tool {} twice; the second one is ignored",
                                server.name(),
                                tool.path("name").stringValue());
            }
        }
        Collection<ListedTool> all = byName.values();
        return new Listed(
                all.stream().filter(tool -> !tool.needsTasks()).toList(),
                all.stream()
                        .filter(ListedTool::needsTasks)
                        .map(ListedTool::name)
                        .toList(),
                instructions == null || instructions.isBlank()
                        ? null
                        : server.secrets().redact(instructions),
                hasResources);
    }

    private static Unavailable unavailable(ToolServer server, String reason) {
        return new Unavailable(server.name(), server.secrets().redact(reason));
    }

    /** A tool as listed by its server. */
    record ListedTool(String server, ObjectNode definition) {
        /** Returns the name. */
        public String name() {
            return definition.path("name").stringValue();
        }

        /** Returns the description, or an empty string if the server gives none. */
        public String description() {
            return definition.path("description").asString("");
        }

        /** Returns the schema of the arguments, or one that allows any object if the server gives none. */
        public ObjectNode inputSchema() {
            return definition.get("inputSchema") instanceof ObjectNode schema
                    ? schema
                    : Json.object().put("type", "object");
        }

        boolean needsTasks() {
            JsonNode support = definition.path("execution").path("taskSupport");
            return support.isString() && support.stringValue().equals("required");
        }
    }
}
