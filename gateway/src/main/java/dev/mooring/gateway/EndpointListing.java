package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceReader;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.Tool;
import dev.mooring.session.ToolNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tools, resources and prompts of an endpoint, built from the listings of its servers. If two servers list the same
 * item, the first server keeps it. Immutable once built.
 */
final class EndpointListing {
    private final Map<Route, UpstreamListing> upstreams;
    private final boolean prefixed;
    private final CallLog callLog;
    private final TaskForwarding tasks;

    /** The listings of the tools that run only as tasks, by the name of the tool. */
    private final Map<String, UpstreamListing> taskTools = new HashMap<>();

    private final ToolNames names = new ToolNames();
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    /** The tools of a combined endpoint whose own name no other server uses. */
    private final Map<String, Tool> toolsByOwnName = new LinkedHashMap<>();

    /** The tools that lead to a sign-in, by the prefix of the names of the server's tools. */
    private final Map<String, Tool> signInTools = new LinkedHashMap<>();

    private final Set<String> ambiguousNames = new HashSet<>();
    private final Map<String, Prompt> prompts = new LinkedHashMap<>();
    private final Map<String, PromptOrigin> promptOrigins = new LinkedHashMap<>();
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, Route> resourceRoutes = new LinkedHashMap<>();
    private final Map<String, ResourceTemplate> templates = new LinkedHashMap<>();
    private final Map<String, Route> templateRoutes = new LinkedHashMap<>();

    /** @param name the server's own name of the prompt */
    record PromptOrigin(Route route, String name) {}

    /** @param prefixed whether the name of each tool and prompt starts with the name of its server */
    EndpointListing(Map<Route, UpstreamListing> upstreams, boolean prefixed, CallLog callLog, TaskForwarding tasks) {
        this.upstreams = upstreams;
        this.prefixed = prefixed;
        this.callLog = callLog;
        this.tasks = tasks;
        upstreams.forEach((route, listing) -> {
            if (listing.needsSignIn()) {
                addSignIn(route);
            }
            listing.tools().forEach(tool -> addTool(route, listing, tool));
            listing.prompts().forEach(prompt -> addPrompt(route, prompt));
            listing.resources().forEach(resource -> addResource(route, resource));
            listing.templates().forEach(template -> addTemplate(route, template));
        });
        toolsByOwnName.keySet().removeAll(ambiguousNames);
        addEndSession();
    }

    boolean isBuiltFrom(Map<Route, UpstreamListing> listings) {
        return upstreams.equals(listings);
    }

    /** Returns the tools that a caller can call. */
    List<Tool> toolsFor(Caller caller) {
        return tools.values().stream().filter(tool -> canCall(caller, tool)).toList();
    }

    private boolean canCall(Caller caller, Tool tool) {
        UpstreamListing listing = taskTools.get(tool.name());
        return listing == null || TaskSupport.isPossible(caller, listing);
    }

    /** Returns the tool with a name. An app in a frame calls the tools of its server by their own names. */
    @Nullable
    Tool tool(String name, Caller caller) {
        Tool tool = tools.getOrDefault(name, toolsByOwnName.get(name));
        if (tool == null) {
            return signInFor(name);
        }
        return canCall(caller, tool) ? tool : null;
    }

    Map<String, Prompt> prompts() {
        return prompts;
    }

    @Nullable
    PromptOrigin promptOrigin(String name) {
        return promptOrigins.get(name);
    }

    Map<String, Resource> resources() {
        return resources;
    }

    Map<String, ResourceTemplate> templates() {
        return templates;
    }

    /**
     * Returns the route to the server of a resource: the server that lists it, else the server with the longest matching
     * template prefix, else the only server. Null if none of these exists.
     */
    @Nullable
    Route routeTo(String uri) {
        Route listed = resourceRoutes.get(uri);
        if (listed != null) {
            return listed;
        }
        Route best = null;
        int longest = -1;
        for (Map.Entry<String, Route> template : templateRoutes.entrySet()) {
            int brace = template.getKey().indexOf('{');
            String prefix = brace < 0 ? template.getKey() : template.getKey().substring(0, brace);
            if (uri.startsWith(prefix) && prefix.length() > longest) {
                best = template.getValue();
                longest = prefix.length();
            }
        }
        return best != null || upstreams.size() != 1
                ? best
                : upstreams.keySet().iterator().next();
    }

    /** Returns a resource that no server lists. */
    static Resource unlistedResource(Route route, String uri) {
        return new Resource(Json.object().put("uri", uri).put("name", uri), reader(route));
    }

    private void addTool(Route route, UpstreamListing listing, ObjectNode definition) {
        String name = servedName(route, UpstreamListing.nameOf(definition));
        SessionArgument argument = listing.argument();
        ObjectNode served = Json.shallowCopy(definition).put("name", name);
        Tool tool = Tool.proxied(
                argument == null ? served : argument.addTo(served),
                new ForwardedTool(route, listing, definition, callLog, tasks));
        tools.putIfAbsent(name, tool);
        if (prefixed) {
            String own = UpstreamListing.nameOf(definition);
            if (toolsByOwnName.putIfAbsent(own, tool) != null) {
                ambiguousNames.add(own);
            }
        }
        if (listing.taskTools().contains(UpstreamListing.nameOf(definition))) {
            taskTools.put(name, listing);
        }
    }

    private void addSignIn(Route route) {
        Tool tool = SignInTool.create(servedName(route, SignInTool.NAME), route);
        tools.putIfAbsent(tool.name(), tool);
        signInTools.put(prefixed ? names.nameFor(route.server(), "") : "", tool);
    }

    /** Returns the tool that leads to the sign-in, for a tool that a client remembers from before its user signed out. */
    private @Nullable Tool signInFor(String name) {
        return signInTools.entrySet().stream()
                .filter(prefix -> name.startsWith(prefix.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private String servedName(Route route, String name) {
        return prefixed ? names.nameFor(route.server(), name) : name;
    }

    private void addPrompt(Route route, ObjectNode definition) {
        String prompt = UpstreamListing.nameOf(definition);
        String name = servedName(route, prompt);
        promptOrigins.putIfAbsent(name, new PromptOrigin(route, prompt));
        prompts.putIfAbsent(
                name, Prompt.proxied(Json.shallowCopy(definition).put("name", name), (arguments, exchange) -> {
                    ObjectNode params = Json.object().put("name", prompt);
                    params.set("arguments", arguments);
                    return new PromptResult(route.read(Methods.PROMPTS_GET, params, exchange));
                }));
    }

    private void addResource(Route route, ObjectNode definition) {
        String uri = definition.path("uri").stringValue("");
        resourceRoutes.putIfAbsent(uri, route);
        resources.putIfAbsent(uri, new Resource(definition, reader(route)));
    }

    private void addTemplate(Route route, ObjectNode definition) {
        String template = definition.path("uriTemplate").stringValue("");
        templateRoutes.putIfAbsent(template, route);
        templates.putIfAbsent(template, ResourceTemplate.proxied(definition));
    }

    private static ResourceReader reader(Route route) {
        return (uri, variables, exchange) ->
                new ReadResult(route.read(Methods.RESOURCES_READ, Json.object().put("uri", uri), exchange));
    }

    /** Adds the tool that ends sessions, if any server keeps state in sessions. */
    private void addEndSession() {
        Map<String, SessionArgument> arguments = new LinkedHashMap<>();
        HandleSelection selection = null;
        for (Map.Entry<Route, UpstreamListing> upstream : upstreams.entrySet()) {
            SessionArgument argument = upstream.getValue().argument();
            if (argument != null) {
                selection = upstream.getKey().selection(); // all routes of an endpoint share it
                arguments.putIfAbsent(argument.name(), argument);
            }
        }
        if (selection == null) {
            return;
        }
        if (prefixed) { // a handle spans all servers, even if each of them renames the argument
            arguments.putIfAbsent(
                    SessionArgument.USUAL_NAME,
                    new SessionArgument(
                            SessionArgument.USUAL_NAME, selection.open().idle()));
        }
        String name = EndSessionTool.nameBeside(tools.keySet());
        String server = prefixed ? "" : upstreams.keySet().iterator().next().server();
        tools.put(name, EndSessionTool.create(name, server, selection, List.copyOf(arguments.values()), callLog));
    }
}
