package dev.mooring.gateway;

import dev.mooring.gateway.Upstream.Want;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptSource;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceSource;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One server, or all of them together, as clients see it. Knows nothing of transports. */
final class Endpoint {
    private final List<Route> routes;
    private final boolean together;
    private final Berths berths;
    private final McpServer server;

    /** Made when first asked for, and again when a catalogue is another one. */
    private volatile @Nullable Offering offering;

    /** @param together whether names say which server they are of, and one that is unavailable is only left out */
    Endpoint(List<Route> routes, boolean together, Berths berths, GatewayOptions options) {
        this.routes = List.copyOf(routes);
        this.together = together;
        this.berths = berths;
        this.server = McpServer.builder(options.implementation())
                .instructions(this::instructions)
                .capabilityFilter(this::offers)
                .tools(new Tools())
                .resources(new Resources())
                .prompts(new Prompts())
                .completer(this::complete)
                .logging()
                .inputTimeout(options.inputTimeout())
                .stateLifetime(options.inputTimeout())
                .build();
    }

    McpServer server() {
        return server;
    }

    Berths berths() {
        return berths;
    }

    /** Tells clients what a server has told the gateway. */
    void heard(String upstream, Message.Notification notification) {
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
                // What belongs to a call reaches its caller by that call.
            }
        }
    }

    private Offering current() throws Refusal, InterruptedException {
        return offering(Want.CURRENT);
    }

    private Offering known() throws Refusal, InterruptedException {
        return offering(Want.KNOWN);
    }

    private Offering offering(Want want) throws Refusal, InterruptedException {
        Map<Route, Catalogue> catalogues;
        try {
            catalogues = catalogues(want);
        } catch (Unavailable e) {
            throw new Refusal(new McpError(McpError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        }
        Offering made = offering;
        if (made == null || !made.isOf(catalogues)) {
            made = Offering.of(catalogues, together);
            offering = made;
        }
        return made;
    }

    /** What each server offers. Together, they are asked all at once, and one that cannot be reached is left out. */
    private Map<Route, Catalogue> catalogues(Want want) throws Unavailable, InterruptedException {
        if (!together) {
            Route only = routes.getFirst();
            return Map.of(only, only.upstream().catalogue(want));
        }
        Map<Route, Catalogue> found = new LinkedHashMap<>();
        routes.forEach(route -> route.upstream().prepare(want));
        for (Route route : routes) {
            try {
                found.put(route, route.upstream().soon(want));
            } catch (Unavailable e) {
                // The others are there all the same.
            }
        }
        return found;
    }

    /** The same for what can do without: nothing where the only server cannot be reached. */
    private Map<Route, Catalogue> reachable() {
        try {
            return catalogues(Want.KNOWN);
        } catch (Unavailable e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    /** Which capabilities there are; those of a server that cannot be reached are not. */
    private boolean offers(String capability) {
        return capability.equals("tools")
                || reachable().values().stream().anyMatch(catalogue -> catalogue.has(capability));
    }

    private @Nullable String instructions() {
        var text = new StringJoiner("\n\n");
        Set<String> explained = new HashSet<>();
        reachable().forEach((route, catalogue) -> {
            String own = catalogue.instructions();
            SessionArgument argument = catalogue.argument();
            if (argument != null && explained.add(argument.name())) {
                text.add(howToGoOn(argument, endSession(catalogue)));
            }
            if (own != null) {
                text.add(together ? route.server() + ": " + own : own);
            }
        });
        return text.length() == 0 ? null : text.toString();
    }

    /** Together, no tool has a name without that of its server. */
    private String endSession(Catalogue catalogue) {
        return Offering.endSessionBeside(
                together
                        ? List.of()
                        : catalogue.tools().stream()
                                .map(tool -> tool.path("name").stringValue(""))
                                .toList());
    }

    private static String howToGoOn(SessionArgument argument, String endSession) {
        return "The tools keep state in sessions. A call without " + argument.name()
                + " starts a session, whose id stands at the end of the answer as [session: <id>]. Pass it as "
                + argument.name() + " in every further call that builds on it, and end it with " + endSession
                + " when done.";
    }

    private Completer.Completion complete(Completer.Request question, Exchange exchange) throws Exception {
        ObjectNode ref = Json.shallowCopy(question.ref());
        Route route;
        if ("ref/prompt".equals(Json.stringAt(ref, "type"))) {
            Offering.Origin origin = known().promptOrigin(Objects.requireNonNullElse(Json.stringAt(ref, "name"), ""));
            route = origin == null ? null : origin.route();
            if (origin != null) {
                ref.put("name", origin.name());
            }
        } else {
            route = known().routeTo(Objects.requireNonNullElse(Json.stringAt(ref, "uri"), ""));
        }
        if (route == null) {
            throw new Refusal(McpError.invalidParams("there is no such prompt or resource template"));
        }
        ObjectNode params = Json.object();
        params.set("ref", ref);
        params.putObject("argument").put("name", question.argument()).put("value", question.value());
        if (!question.context().isEmpty()) {
            params.putObject("context").set("arguments", question.context());
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
            return List.copyOf(current().tools().values());
        }

        @Override
        public @Nullable Tool tool(String name, Caller caller) throws Refusal, InterruptedException {
            Tool tool = known().tools().get(name);
            return tool != null ? tool : current().tools().get(name);
        }
    }

    private final class Prompts implements PromptSource {
        @Override
        public List<Prompt> prompts(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(current().prompts().values());
        }

        @Override
        public @Nullable Prompt prompt(String name, Caller caller) throws Refusal, InterruptedException {
            Prompt prompt = known().prompts().get(name);
            return prompt != null ? prompt : current().prompts().get(name);
        }
    }

    private final class Resources implements ResourceSource {
        @Override
        public List<Resource> resources(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(current().resources().values());
        }

        @Override
        public List<ResourceTemplate> templates(Caller caller) throws Refusal, InterruptedException {
            return List.copyOf(current().templates().values());
        }

        @Override
        public @Nullable Resource resource(String uri, Caller caller) throws Refusal, InterruptedException {
            Resource listed = known().resources().get(uri);
            if (listed != null) {
                return listed;
            }
            Route route = known().routeTo(uri);
            return route == null ? null : Offering.unlisted(route, uri);
        }

        @Override
        public void onSubscribe(String uri, Caller caller) throws Exception {
            Route route = known().routeTo(uri);
            if (route != null) {
                route.watch(uri, caller);
            }
        }
    }
}
