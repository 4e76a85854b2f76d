package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A client without a transport. Passes requests to a dispatcher and records the messages that precede the answer. */
final class InMemoryCaller implements CallStream {
    private final Dispatcher dispatcher;
    private final AtomicLong ids = new AtomicLong();
    final List<Message> received = new CopyOnWriteArrayList<>();

    @Nullable
    String principal;

    ObjectNode capabilities = Json.object();

    @Nullable
    ObjectNode extraMeta;

    InMemoryCaller(McpServer server) {
        this.dispatcher = new Dispatcher(server);
    }

    Message modern(String method, @Nullable ObjectNode params) {
        Message.Request request = modernRequest(method, params);
        try {
            Caller caller = dispatcher.modernCaller(request, Identity.of(principal));
            return Objects.requireNonNull(dispatcher.answer(request, caller, new RunningCall(), this));
        } catch (Refusal refusal) {
            return new Message.ErrorResponse(request.id(), refusal.error());
        }
    }

    Message.Request modernRequest(String method, @Nullable ObjectNode params) {
        ObjectNode all = Json.shallowCopy(params);
        ObjectNode meta = all.putObject(Meta.FIELD).put(Meta.PROTOCOL_VERSION, "2026-07-28");
        meta.set(Meta.CLIENT_CAPABILITIES, capabilities);
        if (extraMeta != null) {
            meta.setAll(extraMeta);
        }
        return new Message.Request(RequestId.of(ids.incrementAndGet()), method, all);
    }

    Message legacy(String method, @Nullable ObjectNode params) {
        Message.Request request = new Message.Request(RequestId.of(ids.incrementAndGet()), method, params);
        try {
            LegacySession session = dispatcher.withoutSession(ProtocolVersion.LATEST_LEGACY, Identity.of(principal));
            return Objects.requireNonNull(
                    dispatcher.answer(request, session, Identity.of(principal), new RunningCall(), this));
        } catch (Refusal refusal) {
            return new Message.ErrorResponse(request.id(), refusal.error());
        }
    }

    ObjectNode result(Message message) {
        if (message instanceof Message.Result result) {
            return result.result();
        }
        throw new AssertionError("Not a result: " + Json.text(message.toJson()));
    }

    int errorCode(Message message) {
        if (message instanceof Message.ErrorResponse response) {
            return response.error().code();
        }
        throw new AssertionError("Not an error: " + Json.text(message.toJson()));
    }

    static ObjectNode call(String tool, ObjectNode arguments) {
        ObjectNode params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return params;
    }

    static String textOf(ObjectNode result) {
        return result.path("content").path(0).path("text").stringValue("");
    }

    @Override
    public boolean canSend() {
        return true;
    }

    @Override
    public void send(Message message) {
        received.add(message);
    }
}
