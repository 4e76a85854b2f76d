package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.ProtocolVersion;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.protocol.Connector.Connection;
import dev.mooring.mcp.client.protocol.HandshakeResult;
import dev.mooring.mcp.client.transport.Transport;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An open connection to one server, in an era that the server supports. Any number of threads may use it. Requests run
 * concurrently, each on its caller's thread, and interrupting that thread cancels the request.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class McpClient implements AutoCloseable {
    private final ServerLocation location;
    private final HandshakeResult handshake;
    private final Transport transport;
    private final NotificationDispatcher notifications;
    private final EraRequests requests;
    private final UnaryOperator<String> redaction;

    McpClient(
            ServerLocation location,
            Connection connection,
            NotificationDispatcher notifications,
            EraRequests requests,
            UnaryOperator<String> redaction) {
        this.location = location;
        this.handshake = connection.handshake();
        this.transport = connection.transport();
        this.notifications = notifications;
        this.requests = requests;
        this.redaction = redaction;
    }

    /**
     * Opens a connection: starts the program or connects to the address, settles the era, and performs the handshake.
     *
     * @throws OpenFailed if the server is unreachable or the handshake fails; nothing is left open then
     */
    public static McpClient open(ServerLocation location, ClientOptions options)
            throws OpenFailed, InterruptedException {
        return new Opening(location, options).open();
    }

    /**
     * Continues a session on a new connection, without a handshake. The server's capabilities and instructions are unknown.
     *
     * @throws OpenFailed if the server is unreachable, or with {@link Failure.SessionForgotten} if it has ended the session
     */
    public static McpClient resume(ServerLocation.Remote location, ClientOptions options, ResumableSession session)
            throws OpenFailed, InterruptedException {
        return new Opening(location, options).resume(session);
    }

    /** Returns the session if another connection can continue it. */
    public Optional<ResumableSession> resumable() {
        String id = transport.sessionId();
        return era() == Era.LEGACY && id != null
                ? Optional.of(new ResumableSession(id, version().text()))
                : Optional.empty();
    }

    /** Returns the location that this client was opened with. */
    public ServerLocation location() {
        return location;
    }

    /** Returns the era of this connection. */
    public Era era() {
        return handshake.version().era();
    }

    /** Returns the protocol version of this connection. */
    public ProtocolVersion version() {
        return handshake.version();
    }

    /** Returns how the server identifies itself. */
    public Implementation server() {
        return handshake.server();
    }

    /** Returns the capabilities that the server declares. */
    public ObjectNode capabilities() {
        return handshake.capabilities();
    }

    /** Returns the server's instructions for its use, or null if it gives none. */
    public @Nullable String instructions() {
        return handshake.instructions();
    }

    /** Returns why this connection is unusable, or null while it is usable. */
    public @Nullable Failure failure() {
        return transport.failure();
    }

    /**
     * Sends a request and waits for its reply.
     *
     * @throws InterruptedException if the caller is interrupted; the client has notified the server then
     */
    public Reply request(String method, ObjectNode params, CallOptions call) throws InterruptedException {
        return requests.send(method, params, call);
    }

    /** Sends a request with the connection's settings and waits for its reply. */
    public Reply request(String method, ObjectNode params) throws InterruptedException {
        return request(method, params, CallOptions.DEFAULT);
    }

    /** Calls a tool and waits for its result. */
    public Reply callTool(String name, ObjectNode arguments, CallOptions call) throws InterruptedException {
        ObjectNode params = Json.object().put("name", name);
        params.set("arguments", arguments);
        return request(Methods.TOOLS_CALL, params, call);
    }

    /** Calls a tool with the connection's settings and waits for its result. */
    public Reply callTool(String name, ObjectNode arguments) throws InterruptedException {
        return callTool(name, arguments, CallOptions.DEFAULT);
    }

    /**
     * Requests all pages of a list and returns them as one result.
     *
     * @param method the list method, such as {@code prompts/list}
     * @param field the field with the items, such as {@code prompts}
     */
    public Reply listAll(String method, String field) throws InterruptedException {
        return Pages.listAll(requests, method, field);
    }

    /** Lists all tools as one result. Over modern HTTP, skips tools whose header annotations are invalid. */
    public Reply listTools() throws InterruptedException {
        return requests.listTools();
    }

    /** Checks whether the server still responds. */
    public Reply ping(Duration timeout) throws InterruptedException {
        String method = era() == Era.MODERN ? Methods.DISCOVER : Methods.PING;
        return request(
                method, Json.object(), CallOptions.builder().timeout(timeout).build());
    }

    /** Sends a notification to a legacy server. Returns false if it was not sent. Sends nothing to a modern server. */
    public boolean notify(String method, @Nullable ObjectNode params) throws InterruptedException {
        return era() == Era.LEGACY && transport.send(new Message.Notification(method, params));
    }

    /**
     * Passes the server's notifications to a listener until the subscription is closed. Opens the stream that they
     * arrive on, if the transport needs one.
     *
     * @param filter modern only: which notifications to receive, as the specification defines it for
     *     {@code subscriptions/listen}
     */
    public Subscription listen(ObjectNode filter, NotificationListener listener) throws InterruptedException {
        notifications.add(listener);
        if (era() == Era.LEGACY) {
            transport.openListeningStream();
            return new Subscription(() -> notifications.remove(listener));
        }
        var subscription = new ModernSubscription(requests, transport, filter, redaction);
        Thread thread = Thread.ofVirtual().name("mcp-subscription").start(subscription);
        return new Subscription(() -> {
            notifications.remove(listener);
            thread.interrupt();
        });
    }

    /**
     * Closes the connection. Deletes a legacy HTTP session; ends a local server with all its descendants. Requests in
     * flight fail with {@link Failure.ConnectionLost}. Idempotent.
     */
    @Override
    public void close() {
        transport.close();
    }

    /** Closes the connection like {@link #close}, but leaves a session that is {@link #resumable} open on the server. */
    public void detach() {
        transport.detach();
    }
}
