package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Era;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptSource;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceSource;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.ToolSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An MCP server that serves one upstream server, or all of them combined. Independent of the transport. */
final class Endpoint {
    private final List<Route> routes;
    private final boolean combined;
    private final OpenHandles handles;
    private final TaskForwarding tasks;
    private final EndpointListingCache listings;
    private final ToolSource tools = new Tools();
    private final McpServer server;

    /** @param combined whether to prefix names with the name of the server, and to leave out unavailable servers */
    Endpoint(List<Route> routes, boolean combined, HandleSelection selection, GatewayOptions options) {
        this.routes = List.copyOf(routes);
        this.combined = combined;
        this.handles = selection.open();
        this.tasks = new TaskForwarding(this.routes, selection, new TaskIds(options.sealKey()));
        this.listings = new EndpointListingCache(this.routes, combined, new CallLog(options), tasks);
        McpServer.Builder builder = McpServer.builder(options.implementation())
                .instructionsFor(this::instructions)
                .capabilityFilter(this::hasCapability)
                .capabilities(this::moreCapabilities)
                .tools(tools)
                .resources(new Resources())
                .prompts(new Prompts())
                .completer(this::complete)
                .logging()
                .onSessionDeleted(selection::onTransportDeleted)
                .inputTimeout(options.inputTimeout())
                .stateLifetime(options.inputTimeout());
        GatewayCluster cluster = options.cluster();
        if (cluster != null) {
            builder.stateKey(cluster.stateKey().getEncoded());
        }
        TaskForwarding.METHODS.forEach(
                method -> builder.method(method, (params, exchange) -> answerTask(method, params, exchange)));
        this.server = builder.build();
    }

    McpServer server() {
        return server;
    }

    OpenHandles handles() {
        return handles;
    }

    /** Answers a request that another replica has forwarded, because this one owns its handle. */
    ObjectNode answerForwarded(ForwardedRequest request, Exchange exchange) throws Refusal, InterruptedException {
        ObjectNode params = request.params();
        try {
            if (request.method().equals(Methods.TOOLS_CALL)) {
                String name = Objects.requireNonNullElse(Json.stringAt(params, "name"), "");
                Tool tool = tools.tool(name, exchange.caller());
                if (tool == null) {
                    throw new Refusal(McpError.invalidParams("Unknown tool: " + name));
                }
                return tool.handler()
                        .handle(Json.shallowCopy(Json.objectAt(params, "arguments")), exchange)
                        .json();
            }
            if (TaskForwarding.METHODS.contains(request.method())) {
                return answerTask(request.method(), params, exchange);
            }
            for (Route route : routes) {
                if (route.server().equals(request.server())) {
                    return route.read(request.method(), params, exchange);
                }
            }
            throw new Refusal(McpError.invalidParams("Unknown server"));
        } catch (InputRequestFailed e) {
            return ToolResult.error(String.valueOf(e.getMessage())).json();
        } catch (UpstreamUnavailable e) {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (Refusal | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("A forwarded request failed", e);
        }
    }

    /**
     * Returns whether dual-era clients should choose the legacy era: if a server behind this endpoint keeps state, unless its
     * setting {@code front} overrides that.
     */
    boolean prefersLegacy() {
        Map<Route, UpstreamListing> available = listings.known();
        return routes.stream().anyMatch(route -> switch (route.settings().front()) {
            case LEGACY -> true;
            case MODERN -> false;
            case AUTO -> {
                UpstreamListing known = available.get(route);
                yield known == null || known.argument() != null; // an unknown server may keep state
            }
        });
    }

    /** Forwards a notification of an upstream server to the clients, if this endpoint serves it. */
    void onNotification(String upstream, Message.Notification notification) {
        if (routes.stream().noneMatch(route -> route.server().equals(upstream))) {
            return;
        }
        switch (notification.method()) {
            case Methods.TOOLS_CHANGED -> server.toolsChanged();
            case Methods.PROMPTS_CHANGED -> server.promptsChanged();
            case Methods.RESOURCES_CHANGED -> server.resourcesChanged();
            case Methods.RESOURCE_UPDATED -> {
                String uri = Json.stringAt(notification.params(), "uri");
                if (uri != null) {
                    server.resourceUpdated(uri);
                }
            }
            default -> {
                // Notifications of a call reach its caller through the call's own listeners.
            }
        }
    }

    /**
     * Returns whether clients see a capability. The tools of a personal server are unknown before a sign-in, so its endpoint
     * has every capability.
     */
    private boolean hasCapability(String capability) {
        return capability.equals("tools")
                || listings.isPersonal()
                || listings.known().values().stream().anyMatch(upstream -> upstream.hasCapability(capability));
    }

    /** Returns the extensions of the servers, and their tasks in the form of the era. */
    private ObjectNode moreCapabilities(Era era) {
        Collection<UpstreamListing> known = listings.known().values();
        ObjectNode capabilities = Json.object();
        ObjectNode extensions = Extensions.union(known);
        if (era == Era.LEGACY) {
            extensions.remove(TaskSupport.EXTENSION);
            ObjectNode tasksCapability = TaskSupport.capability(known);
            if (tasksCapability != null) {
                capabilities.set(TaskSupport.CAPABILITY, tasksCapability);
            }
        }
        return extensions.isEmpty() ? capabilities : capabilities.set(Extensions.FIELD, extensions);
    }

    private ObjectNode answerTask(String method, ObjectNode params, Exchange exchange)
            throws Refusal, InterruptedException {
        boolean isServed = listings.available(exchange.caller()).values().stream()
                .anyMatch(listing -> TaskSupport.isPossible(exchange.caller(), listing));
        if (!isServed) {
            throw new Refusal(McpError.methodNotFound(method));
        }
        try {
            return tasks.answer(method, params, exchange);
        } catch (UpstreamUnavailable e) {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        }
    }

    private @Nullable String instructions(Caller caller) {
        var text = new StringJoiner("\n\n");
        Set<String> explained = new HashSet<>();
        listings.available(caller).forEach((route, upstream) -> {
            SessionArgument argument = upstream.argument();
            if (argument != null && explained.add(argument.name())) {
                text.add(sessionInstructions(argument, endSessionName(upstream)));
            }
            String own = upstream.instructions();
            if (own != null) {
                text.add(combined ? route.server() + ": " + own : own);
            }
        });
        return text.length() == 0 ? null : text.toString();
    }

    /**
     * Returns the name of the tool that ends sessions. On a combined endpoint all other tools have a prefix, so no other
     * tool has this name.
     */
    private String endSessionName(UpstreamListing upstream) {
        return EndSessionTool.nameBeside(
                combined
                        ? List.of()
                        : upstream.tools().stream().map(UpstreamListing::nameOf).toList());
    }

    private static String sessionInstructions(SessionArgument argument, String endSession) {
        return "The tools keep state in sessions. A call without " + argument.name()
                + " starts a session; the result ends with its id as [session: <id>]. Pass it as " + argument.name()
                + " in every later call that builds on it, and end it with " + endSession + " when done.";
    }

    private Completer.Completion complete(Completer.Request request, Exchange exchange) throws Exception {
        ObjectNode ref = Json.shallowCopy(request.ref());
        Route route;
        if ("ref/prompt".equals(Json.stringAt(ref, "type"))) {
            String name = Objects.requireNonNullElse(Json.stringAt(ref, "name"), "");
            EndpointListing.PromptOrigin origin =
                    listings.cached(exchange.caller()).promptOrigin(name);
            route = origin == null ? null : origin.route();
            if (origin != null) {
                ref.put("name", origin.name());
            }
        } else {
            route = listings.cached(exchange.caller())
                    .routeTo(Objects.requireNonNullElse(Json.stringAt(ref, "uri"), ""));
        }
        if (route == null) {
            throw new Refusal(McpError.invalidParams("Unknown prompt or resource template: " + Json.text(ref)));
        }
        ObjectNode params = Json.object();
        params.set("ref", ref);
        params.putObject("argument").put("name", request.argument()).put("value", request.value());
        if (!request.context().isEmpty()) {
            params.putObject("context").set("arguments", request.context());
        }
        ObjectNode completion =
                Json.shallowCopy(Json.objectAt(route.read(Methods.COMPLETE, params, exchange), "completion"));
        List<String> values = new ArrayList<>();
        completion.path("values").forEach(value -> values.add(value.asString("")));
        return new Completer.Completion(
                values,
                completion.path("total").isIntegralNumber()
                        ? completion.path("total").intValue()
                        : null);
    }

    private final class Tools implements ToolSource {
        @Override
        public List<Tool> tools(Caller caller) throws Refusal, InterruptedException {
            return listings.current(caller).toolsFor(caller);
        }

        @Override
        public @Nullable Tool tool(String name, Caller caller) throws Refusal, InterruptedException {
            Tool tool = listings.cached(caller).tool(name, caller);
            return tool != null ? tool : listings.current(caller).tool(name, caller);
        }
    }

    private final class Prompts implements PromptSource {
        @Override
        public List<Prompt> prompts(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(listings.current(caller).prompts().values());
        }

        @Override
        public @Nullable Prompt prompt(String name, Caller caller) throws Refusal, InterruptedException {
            Prompt prompt = listings.cached(caller).prompts().get(name);
            return prompt != null ? prompt : listings.current(caller).prompts().get(name);
        }
    }

    private final class Resources implements ResourceSource {
        @Override
        public List<Resource> resources(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(listings.current(caller).resources().values());
        }

        @Override
        public List<ResourceTemplate> templates(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(listings.current(caller).templates().values());
        }

        @Override
        public @Nullable Resource resource(String uri, Caller caller) throws Refusal, InterruptedException {
            Resource listed = listings.cached(caller).resources().get(uri);
            if (listed != null) {
                return listed;
            }
            Route route = listings.cached(caller).routeTo(uri);
            return route == null ? null : EndpointListing.unlistedResource(route, uri);
        }

        @Override
        public void onSubscribe(String uri, Caller caller) throws Exception {
            Route route = listings.cached(caller).routeTo(uri);
            if (route != null) {
                route.subscribe(uri, caller);
            }
        }
    }
}
