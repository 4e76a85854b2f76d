package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceReader;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.Tool;
import dev.mooring.session.ToolNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What an endpoint offers, made of the catalogues of its servers; where two have the same, the first has it. */
final class Offering {
    private static final String END_SESSION = "end_session";
    private static final String OTHER_END_SESSION = "mooring_end_session";

    private final Map<Route, Catalogue> basis;
    private final boolean prefixed;
    private final ToolNames names = new ToolNames();
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, Prompt> prompts = new LinkedHashMap<>();
    private final Map<String, Origin> promptOrigins = new LinkedHashMap<>();
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, ResourceTemplate> templates = new LinkedHashMap<>();
    private final Map<String, Route> templateRoutes = new LinkedHashMap<>();
    private final Map<String, Route> resourceRoutes = new LinkedHashMap<>();

    /** Which prompt of which server. */
    record Origin(Route route, String name) {}

    private Offering(Map<Route, Catalogue> basis, boolean prefixed) {
        this.basis = basis;
        this.prefixed = prefixed;
    }

    /** @param prefixed whether names say which server they are of */
    static Offering of(Map<Route, Catalogue> basis, boolean prefixed) {
        var offering = new Offering(basis, prefixed);
        basis.forEach((route, catalogue) -> {
            catalogue.tools().forEach(tool -> offering.addTool(route, catalogue, tool));
            catalogue.prompts().forEach(prompt -> offering.addPrompt(route, prompt));
            catalogue.resources().forEach(resource -> offering.addResource(route, resource));
            catalogue.templates().forEach(template -> offering.addTemplate(route, template));
        });
        offering.addEndSession();
        return offering;
    }

    boolean isOf(Map<Route, Catalogue> catalogues) {
        return basis.equals(catalogues);
    }

    Map<String, Tool> tools() {
        return tools;
    }

    Map<String, Prompt> prompts() {
        return prompts;
    }

    @Nullable
    Origin promptOrigin(String name) {
        return promptOrigins.get(name);
    }

    Map<String, Resource> resources() {
        return resources;
    }

    Map<String, ResourceTemplate> templates() {
        return templates;
    }

    /** Which server has a resource: the one that lists it, else the one whose template fits best, else the only one. */
    @Nullable
    Route routeTo(String uri) {
        Route listed = resourceRoutes.get(uri);
        if (listed != null) {
            return listed;
        }
        Route best = null;
        int fits = -1;
        for (Map.Entry<String, Route> template : templateRoutes.entrySet()) {
            int brace = template.getKey().indexOf('{');
            String prefix = brace < 0 ? template.getKey() : template.getKey().substring(0, brace);
            if (uri.startsWith(prefix) && prefix.length() > fits) {
                best = template.getValue();
                fits = prefix.length();
            }
        }
        return best != null || basis.size() != 1
                ? best
                : basis.keySet().iterator().next();
    }

    /** A resource at an address that no list has to name. */
    static Resource unlisted(Route route, String uri) {
        return new Resource(Json.object().put("uri", uri).put("name", uri), reader(route));
    }

    private void addTool(Route route, Catalogue catalogue, ObjectNode definition) {
        String tool = definition.path("name").stringValue("");
        String name = prefixed ? names.nameFor(route.server(), tool) : tool;
        SessionArgument argument = catalogue.argument();
        Tool passed = argument == null
                ? Tool.proxied(
                        Json.shallowCopy(definition).put("name", name),
                        PassedTool.stateless(route, catalogue, definition))
                : Tool.proxied(
                        argument.weaveInto(definition, name), new PassedTool(route, catalogue, argument, definition));
        tools.putIfAbsent(name, passed);
    }

    private void addPrompt(Route route, ObjectNode definition) {
        String prompt = definition.path("name").stringValue("");
        String name = prefixed ? names.nameFor(route.server(), prompt) : prompt;
        promptOrigins.putIfAbsent(name, new Origin(route, prompt));
        prompts.putIfAbsent(name, new Prompt(Json.shallowCopy(definition).put("name", name), (arguments, exchange) -> {
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
        String pattern = definition.path("uriTemplate").stringValue("");
        templateRoutes.putIfAbsent(pattern, route);
        templates.putIfAbsent(pattern, ResourceTemplate.proxied(definition));
    }

    private static ResourceReader reader(Route route) {
        return (uri, variables, exchange) ->
                new ReadResult(route.read(Methods.RESOURCES_READ, Json.object().put("uri", uri), exchange));
    }

    /** What the tool that ends sessions is called beside tools of those names. */
    static String endSessionBeside(Collection<String> names) {
        return names.contains(END_SESSION) ? OTHER_END_SESSION : END_SESSION;
    }

    /** Where anything keeps state, a caller can say that it is done. */
    private void addEndSession() {
        Map<String, SessionArgument> arguments = new LinkedHashMap<>();
        Berths berths = null;
        for (Map.Entry<Route, Catalogue> server : basis.entrySet()) {
            SessionArgument argument = server.getValue().argument();
            if (argument != null) {
                berths = server.getKey().berths(); // of one endpoint, so the same for all
                arguments.putIfAbsent(argument.name(), argument);
            }
        }
        if (berths == null) {
            return;
        }
        if (prefixed) { // a handle is good for all servers, whatever each calls it
            arguments.putIfAbsent(
                    SessionArgument.USUAL_NAME, new SessionArgument(SessionArgument.USUAL_NAME, berths.idle()));
        }
        String name = endSessionBeside(tools.keySet());
        tools.put(name, EndSession.tool(name, berths, List.copyOf(arguments.values())));
    }
}
