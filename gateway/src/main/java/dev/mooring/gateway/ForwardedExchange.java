package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ForwardedCaller;
import dev.mooring.handle.HandleId;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The exchange of a request that another replica has forwarded. Its messages go back to that replica, whose {@link
 * ExchangeRelay} passes them on to the caller. Thread-safe.
 */
final class ForwardedExchange implements Exchange {
    private static final String PROTOCOL = "version";
    private static final String CLIENT = "client";
    private static final String CAPABILITIES = "capabilities";
    private static final String SCOPES = "scopes";
    private static final String SESSION = "session";
    private static final String PARAMS = "params";
    private static final String HEADERS = "headers";
    private static final String LOG_LEVEL = "logLevel";
    private static final String REQUESTED_LOG_LEVEL = "requestedLogLevel";
    private static final String FORMS = "forms";
    private static final String URLS = "urls";
    private static final String STATE = "state";

    private final ObjectNode json;
    private final @Nullable HandleId handle;
    private final ForwardedCaller forwarder;
    private final Caller caller;
    private volatile boolean hasEnded;

    /**
     * Reads the exchange that another replica has sent.
     *
     * @param json see {@link #toJson}
     * @param principal the caller, which the other replica has authenticated
     * @param handle the handle that the request uses, or null if it is not known
     */
    ForwardedExchange(
            ObjectNode json, @Nullable String principal, @Nullable HandleId handle, ForwardedCaller forwarder) {
        this.json = json;
        this.handle = handle;
        this.forwarder = forwarder;
        this.caller = new Caller(
                new ProtocolVersion(json.path(PROTOCOL).stringValue("")),
                Implementation.from(Json.objectAt(json, CLIENT)),
                Json.shallowCopy(Json.objectAt(json, CAPABILITIES)),
                principal,
                scopes(json.get(SCOPES)),
                Json.stringAt(json, SESSION));
    }

    private static @Nullable Set<String> scopes(@Nullable JsonNode names) {
        if (names == null) {
            return null;
        }
        Set<String> scopes = new HashSet<>();
        names.forEach(name -> scopes.add(name.stringValue("")));
        return scopes;
    }

    /**
     * Writes what another replica needs to know of an exchange.
     *
     * @param headers the names of the headers to include
     * @param state the opened state of the request, or null if it has none
     */
    static ObjectNode toJson(Exchange exchange, Collection<String> headers, @Nullable ObjectNode state) {
        Caller caller = exchange.caller();
        ObjectNode json = Json.object().put(PROTOCOL, caller.version().text());
        if (caller.client() != null) {
            json.set(CLIENT, caller.client().json());
        }
        json.set(CAPABILITIES, caller.capabilities());
        if (caller.scopes() != null) {
            ArrayNode scopes = json.putArray(SCOPES);
            caller.scopes().forEach(scopes::add);
        }
        putUnlessNull(json, SESSION, caller.sessionId());
        json.set(PARAMS, exchange.params());
        ObjectNode values = json.putObject(HEADERS);
        headers.forEach(header -> putUnlessNull(values, header, exchange.header(header)));
        putUnlessNull(json, LOG_LEVEL, textOf(exchange.logLevel()));
        putUnlessNull(json, REQUESTED_LOG_LEVEL, textOf(exchange.requestedLogLevel()));
        json.put(FORMS, exchange.canRequest(CallerExchange.ANY_FORM));
        json.put(URLS, exchange.canRequest(CallerExchange.ANY_URL));
        if (state != null) {
            json.set(STATE, state);
        }
        return json;
    }

    private static void putUnlessNull(ObjectNode json, String field, @Nullable String value) {
        if (value != null) {
            json.put(field, value);
        }
    }

    private static @Nullable String textOf(@Nullable LogLevel level) {
        return level == null ? null : level.text();
    }

    /** Returns the handle that another replica has chosen for a request, or null if none has. */
    static @Nullable HandleId handleOf(Exchange exchange) {
        return exchange instanceof ForwardedExchange forwarded ? forwarded.handle : null;
    }

    /** Records that the handle of the request has ended, so that the other replica reports it and forgets its binding. */
    void markHandleEnded() {
        hasEnded = true;
    }

    /** Returns whether the handle of the request has ended. */
    boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public ObjectNode params() {
        return Json.shallowCopy(Json.objectAt(json, PARAMS));
    }

    @Override
    public @Nullable ObjectNode meta() {
        return Json.objectAt(Json.objectAt(json, PARAMS), Meta.FIELD);
    }

    @Override
    public @Nullable String header(String name) {
        return Json.stringAt(Json.objectAt(json, HEADERS), name);
    }

    @Override
    public @Nullable LogLevel logLevel() {
        return LogLevel.from(Json.stringAt(json, LOG_LEVEL));
    }

    @Override
    public @Nullable LogLevel requestedLogLevel() {
        return LogLevel.from(Json.stringAt(json, REQUESTED_LOG_LEVEL));
    }

    @Override
    public boolean isCancelled() {
        return Thread.currentThread().isInterrupted();
    }

    @Override
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        forwarder.notify(ExchangeRelay.progress(progress, total, message));
    }

    @Override
    public void log(LogLevel level, @Nullable String logger, JsonNode data) {
        forwarder.notify(ExchangeRelay.log(level, logger, data));
    }

    @Override
    public void notifyCaller(String method, ObjectNode params) {
        forwarder.notify(ExchangeRelay.notification(method, params));
    }

    @Override
    public boolean canRequest(InputRequest request) {
        return request.method().equals(Methods.ELICIT)
                && json.path("url".equals(Json.stringAt(request.params(), "mode")) ? URLS : FORMS)
                        .asBoolean(false);
    }

    @Override
    public ObjectNode requestInput(String key, InputRequest request)
            throws Refusal, InputRequestFailed, InterruptedException {
        if (!canRequest(request)) {
            throw new Refusal(McpError.invalidRequest("the client does not support " + request.method()));
        }
        return forwarder.requestInput(ExchangeRelay.input(key, request));
    }

    @Override
    public Map<String, ObjectNode> requestInputs(Map<String, InputRequest> requests)
            throws Refusal, InputRequestFailed, InterruptedException {
        Map<String, ObjectNode> answers = new HashMap<>();
        for (Map.Entry<String, InputRequest> request : requests.entrySet()) {
            answers.put(request.getKey(), requestInput(request.getKey(), request.getValue()));
        }
        return answers;
    }

    @Override
    public ObjectNode inputResponses() {
        ObjectNode responses = Json.objectAt(params(), "inputResponses");
        return responses == null ? Json.object() : responses;
    }

    @Override
    public @Nullable String requestState() {
        return Json.stringAt(params(), "requestState");
    }

    @Override
    public String sealState(ObjectNode state) {
        try {
            return Objects.requireNonNull(
                    Json.stringAt(forwarder.requestInput(ExchangeRelay.seal(state)), ExchangeRelay.SEALED));
        } catch (InputRequestFailed e) {
            throw new IllegalStateException("The other replica cannot seal the state", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The call was cancelled", e);
        }
    }

    @Override
    public @Nullable ObjectNode openState() {
        return Json.objectAt(json, STATE);
    }
}
