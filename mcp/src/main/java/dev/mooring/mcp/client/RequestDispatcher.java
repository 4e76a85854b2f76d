package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.Transport;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the requests of a legacy server with the client's handlers, each on its own virtual thread. While the server
 * waits for a response, the timeouts of all calls in flight are suspended, because its request does not name
 * the call that it belongs to.
 */
final class RequestDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);
    private static final int MAX_REQUESTS = 64;

    private final Map<String, ClientHandler> handlers;
    private final Semaphore slots = new Semaphore(MAX_REQUESTS);
    private final Map<Long, CallInFlight> calls = new ConcurrentHashMap<>();

    RequestDispatcher(Map<String, ClientHandler> handlers) {
        this.handlers = handlers;
    }

    /** A call of this client that has no reply yet. Later calls have higher ids. */
    record CallInFlight(long id, Deadline deadline, CallOptions options) {}

    void add(CallInFlight call) {
        calls.put(call.id(), call);
    }

    void remove(CallInFlight call) {
        calls.remove(call.id());
    }

    /** Starts to answer a request. Does not block; drops the request if the server has too many in flight. */
    void dispatch(Message.Request request, Transport.ResponseSender sender) {
        if (!slots.tryAcquire()) {
            LOG.warn(
                    "Dropped the request {}: the server has more than {} requests in flight",
                    request.method(),
                    MAX_REQUESTS);
            return;
        }
        List<Deadline> suspended =
                calls.values().stream().map(CallInFlight::deadline).toList();
        suspended.forEach(Deadline::suspend);
        Thread.ofVirtual().name("mcp-" + request.method()).start(() -> {
            try {
                sender.send(answer(request));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                suspended.forEach(Deadline::resume);
                slots.release();
            }
        });
    }

    private Message answer(Message.Request request) {
        if (request.method().equals(Methods.PING)) {
            return new Message.Result(request.id(), Json.object());
        }
        ClientHandler handler = handlerFor(request.method());
        if (handler == null) {
            return new Message.Failure(request.id(), McpError.methodNotFound(request.method()));
        }
        try {
            ObjectNode params = request.params();
            return new Message.Result(request.id(), handler.answer(params == null ? Json.object() : params));
        } catch (AnswerRefused e) {
            return new Message.Failure(request.id(), e.error());
        } catch (Exception e) {
            LOG.warn("The handler for {} failed", request.method(), e);
            return new Message.Failure(request.id(), McpError.internal());
        }
    }

    /** Returns the handler of the latest call that brings one, else the connection's handler, or null. */
    private @Nullable ClientHandler handlerFor(String method) {
        return calls.values().stream()
                .filter(call -> call.options().handlerFor(method) != null)
                .max(Comparator.comparingLong(CallInFlight::id))
                .map(call -> call.options().handlerFor(method))
                .orElse(handlers.get(method));
    }
}
