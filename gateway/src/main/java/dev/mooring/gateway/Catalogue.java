package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.session.Approval;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server offers, as it said when it was asked last.
 *
 * @param argument how calls say which session they belong to; null where the server keeps no state in sessions
 * @param leftOut the names of tools that cannot be passed on, because they only run as tasks
 * @param withheld the names of tools that are not to be called, or not without asking a person, whom nobody can ask here
 */
record Catalogue(
        Era era,
        ObjectNode capabilities,
        @Nullable String instructions,
        @Nullable SessionArgument argument,
        List<ObjectNode> tools,
        List<String> leftOut,
        List<String> withheld,
        List<ObjectNode> resources,
        List<ObjectNode> templates,
        List<ObjectNode> prompts) {
    private static final Logger LOG = LoggerFactory.getLogger(Catalogue.class);

    /** Asks for everything. */
    static Catalogue of(ToolServer server, McpClient client, Duration idle) throws Unavailable, InterruptedException {
        List<ObjectNode> tools = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        List<String> withheld = new ArrayList<>();
        for (ObjectNode tool : items(server, "tools", client.listTools(), "name", "inputSchema")) {
            String name = tool.path("name").stringValue("");
            if (!isAllowed(server, name)) {
                withheld.add(name);
            } else if (needsTask(tool)) {
                leftOut.add(name);
            } else {
                tools.add(tool);
            }
        }
        boolean hasResources = client.capabilities().has("resources");
        return new Catalogue(
                client.era(),
                client.capabilities(),
                client.instructions(),
                keepsState(server, client.era()) ? SessionArgument.forTools(tools, idle) : null,
                List.copyOf(tools),
                List.copyOf(leftOut),
                List.copyOf(withheld),
                hasResources ? listed(server, client, Methods.RESOURCES_LIST, "resources", "uri", "name") : List.of(),
                hasResources
                        ? listed(
                                server,
                                client,
                                Methods.RESOURCE_TEMPLATES_LIST,
                                "resourceTemplates",
                                "uriTemplate",
                                "name")
                        : List.of(),
                client.capabilities().has("prompts")
                        ? listed(server, client, Methods.PROMPTS_LIST, "prompts", "name")
                        : List.of());
    }

    /** A modern server's state hangs on handles of its own, and a shared one's is everybody's. */
    private static boolean keepsState(ToolServer server, Era era) {
        Sharing sharing = server.settings().sharing().forTool("*");
        return sharing == null ? era == Era.LEGACY : sharing == Sharing.RUN || sharing == Sharing.AGENT;
    }

    private static boolean isAllowed(ToolServer server, String tool) {
        Approval set = server.settings().approval().forTool(tool);
        return set == null || set == Approval.ALLOW;
    }

    private static boolean needsTask(ObjectNode tool) {
        return "required".equals(Json.stringAt(Json.objectAt(tool, "execution"), "taskSupport"));
    }

    /** Beside the tools; a server that has trouble with one of these lists still has its tools. */
    private static List<ObjectNode> listed(
            ToolServer server, McpClient client, String method, String field, String... needed)
            throws Unavailable, InterruptedException {
        try {
            return items(server, field, client.listAll(method, field), needed);
        } catch (Unavailable e) {
            if (client.failure() != null) {
                throw e;
            }
            LOG.warn("{}, so it is served without them", e.getMessage());
            return List.of();
        }
    }

    /** What is there; what lacks a field without which it could not be named is not. */
    private static List<ObjectNode> items(ToolServer server, String field, Reply reply, String... needed)
            throws Unavailable {
        if (!(reply instanceof Reply.Result(var result))) {
            if (reply instanceof Reply.Fault(var error)) {
                if (error.code() == McpError.METHOD_NOT_FOUND) {
                    return List.of(); // declared more than it has
                }
                throw new Unavailable(server.name() + " does not list its " + field + ": "
                        + server.secrets().redact(error.message()));
            }
            throw new Unavailable(server.name() + " does not list its " + field + ": "
                    + server.secrets().redact(((Reply.Failed) reply).failure().message()));
        }
        List<ObjectNode> items = new ArrayList<>();
        for (JsonNode item : server.secrets().redact(result).path(field)) {
            if (item instanceof ObjectNode object && List.of(needed).stream().allMatch(object::hasNonNull)) {
                items.add(object);
            }
        }
        return List.copyOf(items);
    }

    /** Returns how the served tools differ from the server's own, for people: one clause each. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (argument == null) {
            remarks.add("keeps no state in sessions; calls pass through unchanged");
        }
        remarks.addAll(warnings());
        return List.copyOf(remarks);
    }

    /** Returns those {@link #remarks} that an operator may not expect. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (argument != null && !argument.hasUsualName()) {
            warnings.add("a tool has its own argument session_id, so callers pass the session as " + argument.name());
        }
        if (!leftOut.isEmpty()) {
            warnings.add("tools not served because they run only as tasks: " + String.join(", ", leftOut));
        }
        if (!withheld.isEmpty()) {
            warnings.add("tools not served because the servers file denies them or requires approval: "
                    + String.join(", ", withheld));
        }
        return List.copyOf(warnings);
    }

    boolean has(String capability) {
        return capabilities.has(capability);
    }
}
