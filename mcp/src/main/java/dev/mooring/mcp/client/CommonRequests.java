package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.protocol.Connector.Connection;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** The parts of a request that are equal in both eras: id, deadline, {@code _meta}, listeners. Thread-safe. */
final class CommonRequests {
    private final Connection connection;
    private final ClientOptions options;
    private final NotificationDispatcher notifications;
    private final AtomicLong ids;

    CommonRequests(Connection connection, ClientOptions options, NotificationDispatcher notifications, AtomicLong ids) {
        this.connection = connection;
        this.options = options;
        this.notifications = notifications;
        this.ids = ids;
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    /** Returns the {@code _meta} of a request: that of its params, then that of the call, then the progress token. */
    static ObjectNode meta(ObjectNode params, CallOptions call, long id) {
        ObjectNode meta = Json.shallowCopy(Json.objectAt(params, Meta.FIELD));
        if (call.meta() != null) {
            meta.setAll(call.meta());
        }
        return meta.put(Meta.PROGRESS_TOKEN, id);
    }

    Deadline deadlineFor(String method, CallOptions call) {
        if (method.equals(Methods.LISTEN)) {
            return Deadline.never();
        }
        Duration timeout = call.timeout() == null ? options.callTimeout() : call.timeout();
        return Deadline.after(timeout, options.maxCallTime());
    }

    /** Exchanges a request that is complete except for its listeners, which the call's options have. */
    Reply exchange(
            long id, String method, ObjectNode params, Map<String, String> headers, Deadline deadline, CallOptions call)
            throws InterruptedException {
        ProgressListener progress = call.progress();
        NotificationListener listener =
                call.relay() == null ? null : call.relay().notifications();
        boolean isExclusive = call.relay() != null && call.relay().isExclusive();
        Call complete = new Call(
                id,
                method,
                params,
                connection.handshake().version(),
                headers,
                deadline,
                progress == null ? null : progress::onProgress,
                listener == null || isExclusive ? null : listener::onNotification);
        return listener == null || !isExclusive
                ? connection.transport().exchange(complete)
                : exchangeWithListener(complete, listener);
    }

    /** Lets the listener receive all notifications of the connection until the reply has arrived. */
    private Reply exchangeWithListener(Call call, NotificationListener listener) throws InterruptedException {
        notifications.add(listener);
        try {
            Reply reply = connection.transport().exchange(call);
            notifications.awaitDelivery();
            return reply;
        } finally {
            notifications.remove(listener);
        }
    }
}
