package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.protocol.Connector.Connection;
import dev.mooring.mcp.client.transport.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Requests to a legacy server, which may send requests of its own while one is in flight. */
final class LegacyRequests implements EraRequests {
    private static final Duration SET_LOG_LEVEL_TIMEOUT = Duration.ofSeconds(5);

    private final Connection connection;
    private final CommonRequests common;
    private final RequestDispatcher serverRequests;

    /** The log level that the client requested last, whether the server accepted it or not. */
    private final AtomicReference<@Nullable LogLevel> logLevel = new AtomicReference<>();

    LegacyRequests(Connection connection, ClientOptions options, ServerMessages messages, AtomicLong ids) {
        this.connection = connection;
        this.common = new CommonRequests(connection, options, messages.notifications(), ids);
        this.serverRequests = messages.requests();
    }

    @Override
    public Reply send(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        setLogLevel(call.logLevel());
        long id = common.nextId();
        ObjectNode complete = Json.shallowCopy(params);
        complete.set(Meta.FIELD, CommonRequests.meta(params, call, id));
        boolean hasHandlers = call.relay() != null && !call.relay().handlers().isEmpty();
        if (hasHandlers || method.equals(Methods.RESOURCES_SUBSCRIBE)) {
            // Change notifications arrive on the listening stream, and so do the requests of many servers.
            connection.transport().openListeningStream();
        }
        Deadline deadline = common.deadlineFor(method, call);
        var inFlight = new RequestDispatcher.CallInFlight(id, deadline, call);
        serverRequests.add(inFlight);
        boolean isAnswered = false;
        try {
            Reply reply = common.exchange(id, method, complete, Map.of(), deadline, call);
            isAnswered = !(reply instanceof Reply.Failed);
            return reply;
        } finally {
            serverRequests.remove(inFlight, isAnswered);
        }
    }

    /** Sets the log level of the session if it differs. The call proceeds even if the server rejects the level. */
    private void setLogLevel(@Nullable LogLevel level) throws InterruptedException {
        boolean hasLogging = connection.handshake().capabilities().has("logging");
        if (level != null && hasLogging && logLevel.getAndSet(level) != level) {
            send(
                    Methods.SET_LOG_LEVEL,
                    Json.object().put("level", level.text()),
                    CallOptions.builder().timeout(SET_LOG_LEVEL_TIMEOUT).build());
        }
    }
}
