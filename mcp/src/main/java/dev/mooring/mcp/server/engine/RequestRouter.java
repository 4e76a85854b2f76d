package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.MethodHandler;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.ServerFeatures;
import dev.mooring.mcp.server.Tool;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes a request to the part of the server that answers its method. */
final class RequestRouter {
    private static final int MAX_COMPLETIONS = 100;

    private final ServerFeatures features;
    private final ServerDescription description;
    private final RequestExchange.InputChannel input;
    private final int pageSize;
    private final ToolAccess tools;
    private final ToolCalls toolCalls;

    RequestRouter(
            ServerFeatures features,
            ServerDescription description,
            ToolAccess tools,
            RequestExchange.InputChannel input) {
        this.features = features;
        this.description = description;
        this.input = input;
        this.pageSize = features.options().pageSize();
        this.tools = tools;
        this.toolCalls = new ToolCalls(tools);
    }

    /**
     * Returns the result of a request.
     *
     * @param session the session of a legacy request; null for a modern request
     * @throws Refusal to answer with a JSON-RPC error
     */
    ObjectNode resultOf(
            Message.Request request,
            Caller caller,
            @Nullable LegacySession session,
            RunningCall call,
            CallStream stream)
            throws Exception {
        return switch (request.method()) {
            case Methods.TOOLS_CALL -> {
                require(features.hasTools(), request);
                yield toolCalls.call(request, exchange(request, caller, session, call, stream), stream);
            }
            case Methods.TOOLS_LIST -> {
                require(features.hasTools(), request);
                yield Page.of("tools", tools.all(caller), Tool::definition, request.params(), pageSize);
            }
            case Methods.RESOURCES_LIST -> {
                require(features.hasResources(), request);
                yield Page.of(
                        "resources", features.resources(caller), Resource::definition, request.params(), pageSize);
            }
            case Methods.RESOURCE_TEMPLATES_LIST -> {
                require(features.hasResources(), request);
                yield Page.of(
                        "resourceTemplates",
                        features.templates(caller),
                        ResourceTemplate::definition,
                        request.params(),
                        pageSize);
            }
            case Methods.RESOURCES_READ -> {
                require(features.hasResources(), request);
                yield read(request, exchange(request, caller, session, call, stream));
            }
            case Methods.PROMPTS_LIST -> {
                require(features.hasPrompts(), request);
                yield Page.of("prompts", features.prompts(caller), Prompt::definition, request.params(), pageSize);
            }
            case Methods.PROMPTS_GET -> {
                require(features.hasPrompts(), request);
                yield prompt(request, exchange(request, caller, session, call, stream));
            }
            case Methods.COMPLETE -> complete(request, exchange(request, caller, session, call, stream));
            default -> {
                MethodHandler own = features.method(request.method());
                if (own != null) {
                    RequestExchange exchange = exchange(request, caller, session, call, stream);
                    yield own.handle(exchange.params(), exchange);
                }
                yield session == null ? modernOnly(request, caller, call, stream) : legacyOnly(request, session);
            }
        };
    }

    private ObjectNode modernOnly(Message.Request request, Caller caller, RunningCall call, CallStream stream)
            throws Exception {
        return switch (request.method()) {
            case Methods.DISCOVER -> description.discoverResult(caller);
            case Methods.LISTEN -> new ListenRequest(request, features, caller).serve(call, stream);
            default -> throw new Refusal(McpError.methodNotFound(request.method()));
        };
    }

    private ObjectNode legacyOnly(Message.Request request, LegacySession session) throws Exception {
        switch (request.method()) {
            case Methods.PING -> {}
            case Methods.SET_LOG_LEVEL -> {
                require(features.hasLogging(), request);
                LogLevel level = LogLevel.from(Json.stringAt(request.params(), "level"));
                if (level == null) {
                    throw new Refusal(McpError.invalidParams("\"level\" must be a log level such as \"info\""));
                }
                session.setLogLevel(level);
            }
            case Methods.RESOURCES_SUBSCRIBE -> {
                require(features.hasResources(), request);
                String uri = string(request, "uri");
                session.subscribe(uri);
                try {
                    features.onSubscribe(uri, session.caller());
                } catch (Exception e) {
                    session.unsubscribe(uri);
                    throw e;
                }
            }
            case Methods.RESOURCES_UNSUBSCRIBE -> {
                require(features.hasResources(), request);
                session.unsubscribe(string(request, "uri"));
            }
            default -> throw new Refusal(McpError.methodNotFound(request.method()));
        }
        return Json.object();
    }

    private ObjectNode read(Message.Request request, Exchange exchange) throws Exception {
        String uri = string(request, "uri");
        ServerFeatures.ReaderMatch match = features.reader(uri, exchange.caller());
        if (match == null) {
            throw Resource.notFound(uri, exchange.caller());
        }
        return match.reader().read(uri, match.variables(), exchange).json();
    }

    private ObjectNode prompt(Message.Request request, Exchange exchange) throws Exception {
        String name = string(request, "name");
        Prompt prompt = features.prompt(name, exchange.caller());
        if (prompt == null) {
            throw new Refusal(McpError.invalidParams("unknown prompt: " + name));
        }
        ObjectNode arguments = arguments(request);
        if (!prompt.isProxied()) {
            arguments = withoutNulls(arguments);
            validate(prompt, arguments);
        }
        return prompt.handler().handle(arguments, exchange).json();
    }

    /** Returns the arguments without nulls, which some clients send for arguments that the user leaves out. */
    private static ObjectNode withoutNulls(ObjectNode arguments) {
        ObjectNode given = Json.shallowCopy(arguments);
        given.removeNulls();
        return given;
    }

    private static void validate(Prompt prompt, ObjectNode arguments) throws Refusal {
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            if (!argument.getValue().isString()) {
                throw new Refusal(McpError.invalidParams("argument \"" + argument.getKey() + "\" must be a string"));
            }
        }
        for (JsonNode declared : prompt.definition().path("arguments")) {
            String name = declared.path("name").stringValue("");
            if (declared.path("required").asBoolean(false) && !arguments.has(name)) {
                throw new Refusal(McpError.invalidParams("argument \"" + name + "\" is missing"));
            }
        }
    }

    private ObjectNode complete(Message.Request request, Exchange exchange) throws Exception {
        Completer completer = features.completer();
        if (completer == null) {
            throw new Refusal(McpError.methodNotFound(request.method()));
        }
        ObjectNode ref = Json.objectAt(request.params(), "ref");
        ObjectNode argument = Json.objectAt(request.params(), "argument");
        String name = Json.stringAt(argument, "name");
        String value = Json.stringAt(argument, "value");
        if (ref == null || name == null || value == null) {
            throw new Refusal(
                    McpError.invalidParams("\"ref\" and \"argument\" with \"name\" and \"value\" are required"));
        }
        ObjectNode context = Json.objectAt(Json.objectAt(request.params(), "context"), "arguments");
        return toJson(completer.complete(new Completer.Request(ref, name, value, Json.shallowCopy(context)), exchange));
    }

    private static ObjectNode toJson(Completer.Completion completion) {
        ObjectNode result = Json.object();
        ObjectNode json = result.putObject("completion");
        ArrayNode values = json.putArray("values");
        completion.values().stream().limit(MAX_COMPLETIONS).forEach(values::add);
        int count = completion.values().size();
        Integer total = completion.total();
        if (total != null) {
            json.put("total", total);
        }
        json.put("hasMore", count > MAX_COMPLETIONS || (total != null && total > count));
        return result;
    }

    private RequestExchange exchange(
            Message.Request request,
            Caller caller,
            @Nullable LegacySession session,
            RunningCall call,
            CallStream stream) {
        return new RequestExchange(request, caller, call, stream, input, logFilter(request, session));
    }

    private RequestExchange.LogFilter logFilter(Message.Request request, @Nullable LegacySession session) {
        if (!features.hasLogging()) {
            return RequestExchange.LogFilter.NONE;
        }
        return session != null
                ? RequestExchange.LogFilter.ofSession(session.logLevel())
                : RequestExchange.LogFilter.ofRequest(
                        LogLevel.from(Json.stringAt(Json.objectAt(request.params(), Meta.FIELD), Meta.LOG_LEVEL)));
    }

    /** Returns a string field of the params, or refuses the request. */
    static String string(Message.Request request, String field) throws Refusal {
        String value = Json.stringAt(request.params(), field);
        if (value == null) {
            throw new Refusal(McpError.invalidParams("\"" + field + "\" must be a string"));
        }
        return value;
    }

    /** Returns the arguments in the params, or an empty object if there are none. */
    static ObjectNode arguments(Message.Request request) throws Refusal {
        ObjectNode params = request.params();
        if (params == null || !params.hasNonNull("arguments")) {
            return Json.object();
        }
        if (params.get("arguments") instanceof ObjectNode arguments) {
            return arguments;
        }
        throw new Refusal(McpError.invalidParams("\"arguments\" must be an object"));
    }

    private static void require(boolean isOffered, Message.Request request) throws Refusal {
        if (!isOffered) {
            throw new Refusal(McpError.methodNotFound(request.method()));
        }
    }
}
