package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes what a server says unasked. Reader threads only hand over here; listeners and handlers run on virtual threads:
 * notifications one at a time in order, requests each on its own.
 */
final class ServerVoice implements Transport.Inbound {
    private static final Logger LOG = LoggerFactory.getLogger(ServerVoice.class);
    private static final int MAX_UNHEARD = 1024;
    private static final int MAX_REQUESTS = 64;

    private final ClientOptions options;
    private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Message.Notification> unheard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Semaphore requests = new Semaphore(MAX_REQUESTS);
    private final Set<Deadline> calls = ConcurrentHashMap.newKeySet();

    ServerVoice(ClientOptions options) {
        this.options = options;
        listeners.add(options.notifications());
    }

    void addListener(NotificationListener listener) {
        listeners.add(listener);
    }

    void removeListener(NotificationListener listener) {
        listeners.remove(listener);
    }

    /** While a call is in flight its time stands still whenever the server waits for us. */
    void begin(Deadline call) {
        calls.add(call);
    }

    void end(Deadline call) {
        calls.remove(call);
    }

    @Override
    public void notification(Message.Notification notification) {
        unheard.add(notification);
        int count = waiting.incrementAndGet();
        if (count > MAX_UNHEARD) {
            if (unheard.poll() != null) {
                waiting.decrementAndGet();
            }
        } else if (count == 1) {
            Thread.ofVirtual().name("mcp-notifications").start(this::tell);
        }
    }

    private void tell() {
        do {
            Message.Notification notification = unheard.poll();
            if (notification == null) {
                continue;
            }
            for (NotificationListener listener : listeners) {
                try {
                    listener.heard(notification);
                } catch (RuntimeException e) {
                    LOG.warn("a listener failed on {}", notification.method(), e);
                }
            }
        } while (waiting.decrementAndGet() > 0);
    }

    @Override
    public void request(Message.Request request, Transport.Answer answer) {
        if (!requests.tryAcquire()) {
            LOG.warn("a server has more than {} requests open; {} is dropped", MAX_REQUESTS, request.method());
            return;
        }
        Set<Deadline> suspended = Set.copyOf(calls);
        suspended.forEach(Deadline::suspend);
        Thread.ofVirtual().name("mcp-" + request.method()).start(() -> {
            try {
                answer.give(answerTo(request));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                suspended.forEach(Deadline::resume);
                requests.release();
            }
        });
    }

    private Message answerTo(Message.Request request) {
        if (request.method().equals(Methods.PING)) {
            return new Message.Result(request.id(), Json.object());
        }
        ClientHandler handler = options.handlers().get(request.method());
        if (handler == null) {
            return new Message.Failure(request.id(), McpError.methodNotFound(request.method()));
        }
        try {
            ObjectNode params = request.params();
            return new Message.Result(request.id(), handler.answer(params == null ? Json.object() : params));
        } catch (Exception e) {
            LOG.warn("the handler for {} failed", request.method(), e);
            return new Message.Failure(request.id(), McpError.internal());
        }
    }
}
