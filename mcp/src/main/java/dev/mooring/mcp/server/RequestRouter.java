package dev.mooring.mcp.server;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds who answers a request: one method per method of the protocol. */
final class RequestRouter {
    private final Offer offer;
    private final Changes changes;
    private final Exchange.Asking asking;
    private final int pageSize;
    private final ToolCalls toolCalls;

    RequestRouter(Offer offer, Changes changes, Exchange.Asking asking, int pageSize) {
        this.offer = offer;
        this.changes = changes;
        this.asking = asking;
        this.pageSize = pageSize;
        this.toolCalls = new ToolCalls(offer);
    }

    ObjectNode resultOf(
            Message.Request request,
            Caller caller,
            @Nullable LegacySession session,
            RunningCall call,
            CallStream stream)
            throws Exception {
        return switch (request.method()) {
            case Methods.TOOLS_CALL -> {
                require(offer.hasTools(), request);
                yield toolCalls.call(request, exchange(request, caller, session, call, stream), stream);
            }
            case Methods.TOOLS_LIST -> {
                require(offer.hasTools(), request);
                yield Page.of("tools", offer.tools(caller), Tool::definition, request.params(), pageSize);
            }
            case Methods.RESOURCES_LIST -> {
                require(offer.hasResources(), request);
                yield Page.of("resources", offer.resources(caller), Resource::definition, request.params(), pageSize);
            }
            case Methods.RESOURCE_TEMPLATES_LIST -> {
                require(offer.hasResources(), request);
                yield Page.of(
                        "resourceTemplates",
                        offer.templates(caller),
                        ResourceTemplate::definition,
                        request.params(),
                        pageSize);
            }
            case Methods.RESOURCES_READ -> {
                require(offer.hasResources(), request);
                yield read(request, exchange(request, caller, session, call, stream));
            }
            case Methods.PROMPTS_LIST -> {
                require(offer.hasPrompts(), request);
                yield Page.of("prompts", offer.prompts(caller), Prompt::definition, request.params(), pageSize);
            }
            case Methods.PROMPTS_GET -> {
                require(offer.hasPrompts(), request);
                yield prompt(request, exchange(request, caller, session, call, stream));
            }
            case Methods.COMPLETE -> complete(request, exchange(request, caller, session, call, stream));
            default -> session == null ? modernOnly(request, caller, call, stream) : legacyOnly(request, session);
        };
    }

    private ObjectNode modernOnly(Message.Request request, Caller caller, RunningCall call, CallStream stream)
            throws Exception {
        return switch (request.method()) {
            case Methods.DISCOVER -> discover();
            case Methods.LISTEN -> {
                Subscription subscription = new Subscription(request, offer, changes);
                yield subscription.serve(call, stream, uri -> offer.watched(uri, caller));
            }
            default -> throw new Refusal(McpError.methodNotFound(request.method()));
        };
    }

    private ObjectNode legacyOnly(Message.Request request, LegacySession session) throws Exception {
        switch (request.method()) {
            case Methods.PING -> {}
            case Methods.SET_LOG_LEVEL -> {
                require(offer.hasLogging(), request);
                LogLevel level = LogLevel.from(Json.stringAt(request.params(), "level"));
                if (level == null) {
                    throw new Refusal(McpError.invalidParams("\"level\" is not a log level"));
                }
                session.logLevel(level);
            }
            case Methods.RESOURCES_SUBSCRIBE -> {
                require(offer.hasResources(), request);
                String uri = string(request, "uri");
                session.subscribe(uri);
                try {
                    offer.watched(uri, session.caller());
                } catch (Exception e) {
                    session.unsubscribe(uri);
                    throw e;
                }
            }
            case Methods.RESOURCES_UNSUBSCRIBE -> {
                require(offer.hasResources(), request);
                session.unsubscribe(string(request, "uri"));
            }
            default -> throw new Refusal(McpError.methodNotFound(request.method()));
        }
        return Json.object();
    }

    private ObjectNode discover() {
        ObjectNode result = Json.object();
        ArrayNode versions = result.putArray("supportedVersions");
        offer.versions.stream().map(ProtocolVersion::text).forEach(versions::add);
        result.set("capabilities", offer.capabilities());
        offer.addInstructions(result);
        return result;
    }

    private ObjectNode read(Message.Request request, Exchange exchange) throws Exception {
        String uri = string(request, "uri");
        Offer.Reading reading = offer.reading(uri, exchange.caller());
        if (reading == null) {
            throw Resource.notFound(uri, exchange.caller());
        }
        return reading.reader().read(uri, reading.variables(), exchange).json();
    }

    private ObjectNode prompt(Message.Request request, Exchange exchange) throws Exception {
        String name = string(request, "name");
        Prompt prompt = offer.prompt(name, exchange.caller());
        if (prompt == null) {
            throw new Refusal(McpError.invalidParams("unknown prompt: " + name));
        }
        ObjectNode arguments = arguments(request);
        prompt.check(arguments);
        return prompt.handler().handle(arguments, exchange).json();
    }

    private ObjectNode complete(Message.Request request, Exchange exchange) throws Exception {
        Completer completer = offer.completer();
        if (completer == null) {
            throw new Refusal(McpError.methodNotFound(request.method()));
        }
        ObjectNode ref = Json.objectAt(request.params(), "ref");
        ObjectNode argument = Json.objectAt(request.params(), "argument");
        String name = Json.stringAt(argument, "name");
        String value = Json.stringAt(argument, "value");
        if (ref == null || name == null || value == null) {
            throw new Refusal(McpError.invalidParams("\"ref\" and \"argument\" with name and value are needed"));
        }
        ObjectNode context = Json.objectAt(Json.objectAt(request.params(), "context"), "arguments");
        return completer
                .complete(new Completer.Request(ref, name, value, Json.shallowCopy(context)), exchange)
                .toJson();
    }

    private Exchange exchange(
            Message.Request request,
            Caller caller,
            @Nullable LegacySession session,
            RunningCall call,
            CallStream stream) {
        return new Exchange(request, caller, call, stream, asking, logging(request, session));
    }

    private Exchange.Logging logging(Message.Request request, @Nullable LegacySession session) {
        if (!offer.hasLogging()) {
            return Exchange.Logging.NONE;
        }
        return session != null
                ? Exchange.Logging.ofSession(session.askedLogLevel())
                : Exchange.Logging.ofRequest(
                        LogLevel.from(Json.stringAt(Json.objectAt(request.params(), Meta.FIELD), Meta.LOG_LEVEL)));
    }

    static String string(Message.Request request, String field) throws Refusal {
        String value = Json.stringAt(request.params(), field);
        if (value == null) {
            throw new Refusal(McpError.invalidParams("\"" + field + "\" must be a string"));
        }
        return value;
    }

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

    private static void require(boolean offered, Message.Request request) throws Refusal {
        if (!offered) {
            throw new Refusal(McpError.methodNotFound(request.method()));
        }
    }
}
