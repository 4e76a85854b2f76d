package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An open connection to one server, in the era that the server speaks. Safe from any number of threads: calls run
 * concurrently, each on its caller's thread, and each can be ended by interrupting that thread.
 */
public final class McpClient implements AutoCloseable {
    private static final int MAX_ROUNDS = 16;

    /** How long a call waits for the level of logs that it would like. */
    private static final Duration SET_LOG_LEVEL_FOR = Duration.ofSeconds(5);

    private final ServerLocation location;
    private final ClientOptions options;
    private final Transport transport;
    private final Greeting greeting;
    private final ServerVoice voice;
    private final AtomicLong ids;
    private final ObjectNode modernMeta;
    private final ReplyCache cache = new ReplyCache();
    private final ToolHeaders toolHeaders = new ToolHeaders();

    /** What a legacy server was told last, whether it took it or not. */
    private final AtomicReference<@Nullable LogLevel> toldLogLevel = new AtomicReference<>();

    McpClient(
            ServerLocation location,
            ClientOptions options,
            Transport transport,
            Greeting greeting,
            ServerVoice voice,
            AtomicLong ids) {
        this.location = location;
        this.options = options;
        this.transport = transport;
        this.greeting = greeting;
        this.voice = voice;
        this.ids = ids;
        this.modernMeta = Handshake.modernMeta(options);
        voice.addListener(notification -> cache.heard(notification.method()));
    }

    /** Opens a connection: starts the program or calls the address, finds the era, and greets. */
    public static McpClient open(ServerLocation location, ClientOptions options)
            throws OpenFailed, InterruptedException {
        return new Opening(location, options).open();
    }

    public ServerLocation location() {
        return location;
    }

    public Era era() {
        return greeting.version().era();
    }

    public ProtocolVersion version() {
        return greeting.version();
    }

    public Implementation server() {
        return greeting.server();
    }

    public ObjectNode capabilities() {
        return greeting.capabilities();
    }

    /** What the server says on how to use it. */
    public @Nullable String instructions() {
        return greeting.instructions();
    }

    /** Why this connection is of no use any more; null while it is. */
    public @Nullable Failure failure() {
        return transport.lost();
    }

    /** Asks for something and waits for what becomes of it. */
    public Reply request(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        return era() == Era.MODERN ? modern(method, params, call) : legacy(method, params, call);
    }

    public Reply request(String method, ObjectNode params) throws InterruptedException {
        return request(method, params, CallOptions.DEFAULT);
    }

    public Reply callTool(String name, ObjectNode arguments, CallOptions call) throws InterruptedException {
        ObjectNode params = Json.object().put("name", name);
        params.set("arguments", arguments);
        return request(Methods.TOOLS_CALL, params, call);
    }

    public Reply callTool(String name, ObjectNode arguments) throws InterruptedException {
        return callTool(name, arguments, CallOptions.DEFAULT);
    }

    /**
     * A whole list of the server's, every page, in one result.
     *
     * @param field what holds the items, such as {@code prompts}
     */
    public Reply listAll(String method, String field) throws InterruptedException {
        return Pages.all(this, method, field);
    }

    /** All tools of the server, every page, in one result; without those that the protocol forbids to use. */
    public Reply listTools() throws InterruptedException {
        Reply reply = Pages.all(this, Methods.TOOLS_LIST, "tools");
        return reply instanceof Reply.Result(var result) && isModernHttp()
                ? new Reply.Result(toolHeaders.learn(result))
                : reply;
    }

    /** Whether the server still answers. */
    public Reply ping(Duration timeout) throws InterruptedException {
        String method = era() == Era.MODERN ? Methods.DISCOVER : Methods.PING;
        return request(
                method, Json.object(), CallOptions.builder().timeout(timeout).build());
    }

    /** Tells a legacy server something; a modern one has no use for it. */
    public boolean notify(String method, @Nullable ObjectNode params) throws InterruptedException {
        return era() == Era.LEGACY && transport.send(new Message.Notification(method, params));
    }

    /**
     * Hears of changes until it is closed. The stream that brings them is opened now, and only if somebody listens.
     *
     * @param filter modern only: what to hear of, in the form of the specification's subscription filter
     */
    public Subscription listen(ObjectNode filter, NotificationListener listener) throws InterruptedException {
        voice.addListener(listener);
        if (era() == Era.LEGACY) {
            transport.listen();
            return new Subscription(() -> voice.removeListener(listener));
        }
        Thread thread = Thread.ofVirtual().name("mcp-subscription").start(new ModernSubscription(this, filter));
        return new Subscription(() -> {
            voice.removeListener(listener);
            thread.interrupt();
        });
    }

    /** Ends the connection: a legacy session is deleted, a process ended with all its descendants. */
    @Override
    public void close() {
        transport.close();
    }

    boolean isOpen() {
        return transport.lost() == null;
    }

    private boolean isModernHttp() {
        return era() == Era.MODERN && location instanceof ServerLocation.Remote;
    }

    private Reply legacy(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        setLogLevel(call.logLevel());
        long id = ids.incrementAndGet();
        ObjectNode complete = Json.shallowCopy(params);
        complete.set(Meta.FIELD, meta(params, call, id));
        RelayOptions relay = call.relay();
        boolean mayBeAsked = relay != null && !relay.handlers().isEmpty();
        if (mayBeAsked || method.equals(Methods.RESOURCES_SUBSCRIBE)) {
            transport.listen(); // changes come by the stream that belongs to no call, and questions of many servers too
        }
        Deadline deadline = deadlineFor(call, false);
        var inFlight = new ServerVoice.CallInFlight(id, deadline, call);
        voice.begin(inFlight);
        try {
            return exchange(
                    new Call(id, method, complete, version(), Map.of(), deadline, call.progress(), onOwnStream(call)),
                    call);
        } finally {
            voice.end(inFlight);
        }
    }

    /** A server that does not take the level is called all the same. */
    private void setLogLevel(@Nullable LogLevel wanted) throws InterruptedException {
        if (wanted != null && capabilities().has("logging") && toldLogLevel.getAndSet(wanted) != wanted) {
            request(
                    Methods.SET_LOG_LEVEL,
                    Json.object().put("level", wanted.text()),
                    CallOptions.builder().timeout(SET_LOG_LEVEL_FOR).build());
        }
    }

    /** Asks again for as long as the server needs more input, up to a limit. */
    private Reply modern(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        ObjectNode cached = cache.recall(method, params);
        if (cached != null) {
            return new Reply.Result(cached);
        }
        Reply reply = modernRound(method, params, call);
        boolean retriedHeaders = false;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            if (reply instanceof Reply.Fault(var error) && !retriedHeaders && needsOtherHeaders(error, method)) {
                retriedHeaders = true;
                reply = modernRound(method, params, call);
                continue;
            }
            if (!(reply instanceof Reply.Result(var result))) {
                return reply;
            }
            String type = Objects.requireNonNullElse(Json.stringAt(result, "resultType"), "complete");
            switch (type) {
                case "complete" -> {
                    if (round == 0) {
                        cache.keep(method, params, result);
                    }
                    return reply;
                }
                case "input_required" -> {
                    if (call.relay() != null && call.relay().returnsInputRequired()) {
                        return reply;
                    }
                    InputRound.Outcome input = InputRound.answer(result, options.handlers(), call);
                    if (input instanceof InputRound.Outcome.Refused(var reason)) {
                        return new Reply.Failed(new Failure.InputRefused(reason));
                    }
                    reply = modernRound(method, ((InputRound.Outcome.Given) input).addTo(params), call);
                }
                default -> {
                    return new Reply.Failed(new Failure.Malformed("unknown resultType \"" + type + "\""));
                }
            }
        }
        return new Reply.Failed(
                new Failure.InputRefused("the server asked for more input " + MAX_ROUNDS + " times over"));
    }

    /** Whether a tool's mirrored headers were out of date and are known better now. */
    private boolean needsOtherHeaders(McpError error, String method) throws InterruptedException {
        if (error.code() != McpError.HEADER_MISMATCH || !method.equals(Methods.TOOLS_CALL) || !isModernHttp()) {
            return false;
        }
        cache.drop(Methods.TOOLS_LIST);
        return listTools() instanceof Reply.Result;
    }

    private Reply modernRound(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        long id = ids.incrementAndGet();
        ObjectNode meta = meta(params, call, id);
        meta.setAll(modernMeta);
        if (call.relay() != null) {
            meta.set(Meta.CLIENT_CAPABILITIES, call.relay().capabilities());
        }
        LogLevel logLevel = call.logLevel();
        if (logLevel != null) {
            meta.put(Meta.LOG_LEVEL, logLevel.text());
        }
        ObjectNode complete = Json.shallowCopy(params);
        complete.set(Meta.FIELD, meta);
        Map<String, String> headers =
                isModernHttp() && method.equals(Methods.TOOLS_CALL) ? toolHeaders.forCall(params) : Map.of();
        Deadline deadline = deadlineFor(call, method.equals(Methods.LISTEN));
        return exchange(
                new Call(id, method, complete, version(), headers, deadline, call.progress(), onOwnStream(call)), call);
    }

    private static ObjectNode meta(ObjectNode params, CallOptions call, long id) {
        ObjectNode meta = Json.shallowCopy(Json.objectAt(params, Meta.FIELD));
        if (call.meta() != null) {
            meta.setAll(call.meta());
        }
        return meta.put(Meta.PROGRESS_TOKEN, id);
    }

    private Deadline deadlineFor(CallOptions call, boolean endless) {
        if (endless) {
            return Deadline.never();
        }
        Duration timeout = call.timeout();
        return timeout == null
                ? Deadline.after(options.callTimeout(), options.callCap())
                : Deadline.after(timeout, options.callCap());
    }

    private static @Nullable NotificationListener onOwnStream(CallOptions call) {
        RelayOptions relay = call.relay();
        return relay == null || relay.isExclusive() ? null : relay.notifications();
    }

    private Reply exchange(Call call, CallOptions options) throws InterruptedException {
        RelayOptions relay = options.relay();
        NotificationListener listener = relay == null ? null : relay.notifications();
        if (relay == null || listener == null || !relay.isExclusive()) {
            return transport.exchange(call);
        }
        voice.addListener(listener);
        try {
            Reply reply = transport.exchange(call);
            voice.awaitHeard();
            return reply;
        } finally {
            voice.removeListener(listener);
        }
    }
}
