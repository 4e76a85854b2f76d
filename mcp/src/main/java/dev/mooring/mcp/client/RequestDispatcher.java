package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.Transport;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the requests of a legacy server with the client's handlers, each on its own virtual thread. While the server
 * waits for a response, the timeouts of all calls in flight are suspended, because its request does not name
 * the call that it belongs to.
 *
 * <p>A handler is interrupted if the server withdraws its request, or if all calls that the request may belong to have ended
 * without a reply. Otherwise a person would answer a question that no server asks any more.
 */
final class RequestDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);
    private static final int MAX_REQUESTS = 64;

    private final Map<String, ClientHandler> handlers;
    private final Semaphore slots = new Semaphore(MAX_REQUESTS);
    private final Map<Long, CallInFlight> calls = new ConcurrentHashMap<>();

    /** The requests whose handlers are running, by their ids. Guarded by itself. */
    private final Map<RequestId, Answering> answering = new HashMap<>();

    RequestDispatcher(Map<String, ClientHandler> handlers) {
        this.handlers = handlers;
    }

    /** A call of this client that has no reply yet. Later calls have higher ids. */
    record CallInFlight(long id, Deadline deadline, CallOptions options) {}

    void add(CallInFlight call) {
        calls.put(call.id(), call);
    }

    /** @param isAnswered whether the server has replied to the call */
    void remove(CallInFlight call, boolean isAnswered) {
        calls.remove(call.id());
        if (!isAnswered) {
            synchronized (answering) {
                answering.values().forEach(each -> each.endUnanswered(call));
            }
        }
    }

    /** Ends the handler of a request that the server has withdrawn. */
    void withdraw(RequestId id) {
        synchronized (answering) {
            Answering withdrawn = answering.get(id);
            if (withdrawn != null) {
                withdrawn.isWithdrawn = true;
                withdrawn.thread.interrupt();
            }
        }
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
        synchronized (answering) {
            Answering started = new Answering(request, sender, List.copyOf(calls.values()));
            answering.put(request.id(), started);
            started.thread.start();
        }
    }

    /** One request and the thread of its handler. */
    private final class Answering {
        private final Message.Request request;
        private final Transport.ResponseSender sender;

        /** The calls that the request may belong to. */
        private final List<CallInFlight> callers;

        /** The ids of {@link #callers}, without those that ended without a reply. Guarded by {@link #answering}. */
        private final Set<Long> remaining;

        final Thread thread;
        volatile boolean isWithdrawn;

        Answering(Message.Request request, Transport.ResponseSender sender, List<CallInFlight> callers) {
            this.request = request;
            this.sender = sender;
            this.callers = callers;
            this.remaining = callers.stream().map(CallInFlight::id).collect(Collectors.toSet());
            this.thread = Thread.ofVirtual().name("mcp-" + request.method()).unstarted(this::run);
            callers.forEach(call -> call.deadline().suspend());
        }

        void endUnanswered(CallInFlight call) {
            if (remaining.remove(call.id()) && remaining.isEmpty()) {
                thread.interrupt();
            }
        }

        private void run() {
            try {
                Message response = answer(request);
                if (!isWithdrawn) {
                    sender.send(response);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                synchronized (answering) {
                    answering.remove(request.id(), this);
                }
                callers.forEach(call -> call.deadline().resume());
                slots.release();
            }
        }
    }

    private Message answer(Message.Request request) {
        if (request.method().equals(Methods.PING)) {
            return new Message.Result(request.id(), Json.object());
        }
        ClientHandler handler = handlerFor(request.method());
        if (handler == null) {
            return new Message.ErrorResponse(request.id(), McpError.methodNotFound(request.method()));
        }
        try {
            ObjectNode params = request.params();
            return new Message.Result(request.id(), handler.answer(params == null ? Json.object() : params));
        } catch (AnswerRefused e) {
            return new Message.ErrorResponse(request.id(), e.error());
        } catch (InterruptedException e) {
            LOG.debug("The server no longer needs the answer to its request {}", request.method());
            return new Message.ErrorResponse(request.id(), McpError.internal());
        } catch (Exception e) {
            LOG.warn("The handler for {} failed", request.method(), e);
            return new Message.ErrorResponse(request.id(), McpError.internal());
        }
    }

    /** Returns the handler of the latest call that provides one, else the connection's handler, or null. */
    private @Nullable ClientHandler handlerFor(String method) {
        return calls.values().stream()
                .filter(call -> call.options().handlerFor(method) != null)
                .max(Comparator.comparingLong(CallInFlight::id))
                .map(call -> call.options().handlerFor(method))
                .orElse(handlers.get(method));
    }
}
