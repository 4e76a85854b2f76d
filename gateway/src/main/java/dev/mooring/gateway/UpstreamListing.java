package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tools, resources and prompts of one upstream server, as it listed them at one moment.
 *
 * @param argument the argument that names the session of a call; null if the server keeps no state in sessions
 * @param taskTools the names of the tools that run only as tasks of revision 2025-11-25
 * @param unapprovedTools the names of the tools that are not served because the settings deny them or require approval,
 *     which the gateway cannot obtain
 * @param needsSignIn whether the server lists its items only to callers that sign in, so that this listing is empty
 */
record UpstreamListing(
        Era era,
        ObjectNode capabilities,
        @Nullable String instructions,
        @Nullable SessionArgument argument,
        List<ObjectNode> tools,
        List<String> taskTools,
        List<String> unapprovedTools,
        List<ObjectNode> resources,
        List<ObjectNode> templates,
        List<ObjectNode> prompts,
        boolean needsSignIn) {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamListing.class);

    /** Stands for the listing of a personal server to which the caller has not signed in. */
    static final UpstreamListing SIGN_IN_NEEDED = new UpstreamListing(
            Era.MODERN,
            Json.object(),
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            true);

    /** Requests all lists from the server. */
    static UpstreamListing request(ToolServer server, McpClient client, Duration idle)
            throws UpstreamUnavailable, InterruptedException {
        List<ObjectNode> tools = new ArrayList<>();
        List<String> taskTools = new ArrayList<>();
        List<String> unapprovedTools = new ArrayList<>();
        for (ObjectNode tool : items(server, "tools", client.listTools(), "name", "inputSchema")) {
            String name = nameOf(tool);
            if (!isApproved(server, name)) {
                unapprovedTools.add(name);
            } else {
                tools.add(tool);
                if (client.era() == Era.LEGACY && requiresTask(tool)) { // a modern server chooses tasks itself
                    taskTools.add(name);
                }
            }
        }
        return new UpstreamListing(
                client.era(),
                client.capabilities(),
                client.instructions(),
                keepsState(server, client.era()) ? SessionArgument.forTools(tools, idle) : null,
                List.copyOf(tools),
                List.copyOf(taskTools),
                List.copyOf(unapprovedTools),
                optionalItems(server, client, "resources", Methods.RESOURCES_LIST, "resources", "uri", "name"),
                optionalItems(
                        server,
                        client,
                        "resources",
                        Methods.RESOURCE_TEMPLATES_LIST,
                        "resourceTemplates",
                        "uriTemplate",
                        "name"),
                optionalItems(server, client, "prompts", Methods.PROMPTS_LIST, "prompts", "name"),
                false);
    }

    /** Modern servers tie their state to their own handles, and callers share the state of a shared server. */
    private static boolean keepsState(ToolServer server, Era era) {
        Sharing sharing = server.settings().sharing().forTool("*");
        return sharing == null ? era == Era.LEGACY : sharing == Sharing.RUN || sharing == Sharing.AGENT;
    }

    private static boolean isApproved(ToolServer server, String tool) {
        return server.settings().approvalOf(tool) == Approval.ALLOW;
    }

    private static boolean requiresTask(ObjectNode tool) {
        return "required".equals(Json.stringAt(Json.objectAt(tool, "execution"), "taskSupport"));
    }

    /** Returns the name of a listed tool or prompt. */
    static String nameOf(ObjectNode item) {
        return item.path("name").stringValue("");
    }

    /** Lists items other than tools. If that fails on a working connection, the server is served without them. */
    private static List<ObjectNode> optionalItems(
            ToolServer server, McpClient client, String capability, String method, String field, String... required)
            throws UpstreamUnavailable, InterruptedException {
        if (!client.capabilities().has(capability)) {
            return List.of();
        }
        try {
            return items(server, field, client.listAll(method, field), required);
        } catch (UpstreamUnavailable e) {
            if (client.failure() != null) {
                throw e;
            }
            LOG.warn("{}; the gateway serves the server without them", e.getMessage());
            return List.of();
        }
    }

    /** Returns the listed items, skipping those without the required fields and those that repeat the first of them. */
    private static List<ObjectNode> items(ToolServer server, String field, Reply reply, String... required)
            throws UpstreamUnavailable {
        return switch (reply) {
            case Reply.Result(ObjectNode result) -> {
                Map<JsonNode, ObjectNode> items = new LinkedHashMap<>();
                for (JsonNode item : server.secrets().redact(result).path(field)) {
                    if (item instanceof ObjectNode object
                            && List.of(required).stream().allMatch(object::hasNonNull)
                            && items.putIfAbsent(object.get(required[0]), object) != null) {
                        LOG.warn(
                                "{} lists {} twice among its {}; the second one is ignored",
                                server.name(),
                                object.get(required[0]),
                                field);
                    }
                }
                yield List.copyOf(items.values());
            }
            // Some servers declare a capability without its methods.
            case Reply.Rejected(McpError error) when error.code() == McpError.METHOD_NOT_FOUND -> List.of();
            case Reply.Rejected(McpError error) -> throw cannotList(server, field, error.message(), null);
            case Reply.Failed(var failure) -> throw cannotList(server, field, failure.message(), failure);
        };
    }

    private static UpstreamUnavailable cannotList(
            ToolServer server, String field, String reason, @Nullable Failure failure) {
        return new UpstreamUnavailable(
                "Cannot list the " + field + " of " + server.name() + ": "
                        + server.secrets().redact(reason),
                failure);
    }

    boolean hasCapability(String capability) {
        return capabilities.has(capability);
    }

    /** Returns the name of the session argument, or the usual name if the server's tools have none. */
    String argumentName() {
        return argument == null ? SessionArgument.USUAL_NAME : argument.name();
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
        if (!taskTools.isEmpty()) {
            warnings.add("tools "
                    + (hasCapability(TaskSupport.CAPABILITY) ? "served only to clients of 2025-11-25" : "not served")
                    + " because they run only as tasks: " + String.join(", ", taskTools));
        }
        if (!unapprovedTools.isEmpty()) {
            warnings.add("tools not served because the servers file denies them or requires approval: "
                    + String.join(", ", unapprovedTools));
        }
        return List.copyOf(warnings);
    }
}
