package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.protocol.Connector.Connection;
import dev.mooring.mcp.client.protocol.Handshake;
import dev.mooring.mcp.client.protocol.ResultCache;
import dev.mooring.mcp.client.protocol.ToolHeaders;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests to a modern server: metadata on every request, cached results, mirrored headers, and repeated requests with
 * the input that the server requires.
 */
final class ModernRequests implements EraRequests {
    private static final int MAX_INPUT_ROUNDS = 16;

    private final ClientOptions options;
    private final CommonRequests common;
    private final ObjectNode clientMeta;
    private final boolean isHttp;
    private final ResultCache cache = new ResultCache();
    private final ToolHeaders toolHeaders;

    ModernRequests(
            Connection connection,
            ClientOptions options,
            NotificationDispatcher notifications,
            AtomicLong ids,
            boolean isHttp) {
        this.options = options;
        this.toolHeaders = new ToolHeaders(options.redaction());
        this.common = new CommonRequests(connection, options, notifications, ids);
        this.clientMeta = Handshake.modernMeta(options.client(), options.capabilities());
        this.isHttp = isHttp;
        notifications.add(notification -> cache.onNotification(notification.method()));
    }

    @Override
    public Reply send(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        ObjectNode cached = cache.get(method, params);
        if (cached != null) {
            return new Reply.Result(cached);
        }
        long evictions = cache.evictions(method);
        Reply reply = sendWithCurrentHeaders(method, params, call);
        if (params.has(InputRequests.RESPONSES) || params.has(InputRequests.STATE)) {
            reply = ofRepetition(reply); // the caller has answered an earlier round itself
        }
        for (int round = 0; round < MAX_INPUT_ROUNDS; round++) {
            if (!(reply instanceof Reply.Result(var result))) {
                return reply;
            }
            String type = Objects.requireNonNullElse(Json.stringAt(result, "resultType"), "complete");
            switch (type) {
                case "complete" -> {
                    if (round == 0) {
                        cache.put(method, params, result, evictions);
                    }
                    return reply;
                }
                case "input_required" -> {
                    if (call.relay() != null && call.relay().returnsInputRequired()) {
                        return reply;
                    }
                    switch (InputRequests.answer(result, name -> handlerFor(name, call))) {
                        case InputRequests.Round.Refused(var reason) -> {
                            return new Reply.Failed(new Failure.InputRefused(reason));
                        }
                        case InputRequests.Round.Answered answers ->
                            reply = ofRepetition(sendWithCurrentHeaders(method, answers.addTo(params), call));
                    }
                }
                case "task" -> {
                    return call.relay() != null
                            ? reply
                            : new Reply.Failed(new Failure.Malformed(
                                    "the server created a task, which this client does not support"));
                }
                default -> {
                    return new Reply.Failed(new Failure.Malformed("unknown resultType \"" + type + "\""));
                }
            }
        }
        return new Reply.Failed(new Failure.InputRefused(
                "the server requested input more than " + MAX_INPUT_ROUNDS + " times; request aborted"));
    }

    /**
     * Returns the reply to a request that repeats an earlier one with input. The server has received the earlier one and
     * may have acted, even if the repetition does not arrive.
     */
    private static Reply ofRepetition(Reply reply) {
        return switch (reply) {
            case Reply.Failed(Failure.ConnectionLost(String message, boolean _)) ->
                new Reply.Failed(new Failure.ConnectionLost(message, true));
            case Reply.Failed(Failure.SessionForgotten(String message)) ->
                new Reply.Failed(new Failure.ConnectionLost(message, true));
            default -> reply;
        };
    }

    @Override
    public Reply listTools() throws InterruptedException {
        Reply reply = EraRequests.super.listTools();
        return isHttp && reply instanceof Reply.Result(var result)
                ? new Reply.Result(toolHeaders.update(result))
                : reply;
    }

    private @Nullable ClientHandler handlerFor(String method, CallOptions call) {
        ClientHandler handler = call.handlerFor(method);
        return handler == null ? options.handlers().get(method) : handler;
    }

    /** Sends a request, and once more if the server rejects its mirrored headers and the tool list could be refreshed. */
    private Reply sendWithCurrentHeaders(String method, ObjectNode params, CallOptions call)
            throws InterruptedException {
        Reply reply = sendOnce(method, params, call);
        boolean hasStaleHeaders = isHttp
                && method.equals(Methods.TOOLS_CALL)
                && reply instanceof Reply.Rejected(var error)
                && error.code() == McpError.HEADER_MISMATCH;
        if (!hasStaleHeaders) {
            return reply;
        }
        cache.evict(Methods.TOOLS_LIST);
        return listTools() instanceof Reply.Result ? sendOnce(method, params, call) : reply;
    }

    private Reply sendOnce(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        long id = common.nextId();
        ObjectNode meta = CommonRequests.meta(params, call, id);
        meta.setAll(clientMeta);
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
                isHttp && method.equals(Methods.TOOLS_CALL) ? toolHeaders.forCall(params) : Map.of();
        return common.exchange(id, method, complete, headers, common.deadlineFor(method, call), call);
    }
}
