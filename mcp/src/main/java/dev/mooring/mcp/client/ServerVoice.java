package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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
    private static final Duration PATIENCE_WITH_LISTENERS = Duration.ofSeconds(1);

    private final ClientOptions options;
    private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Remark> unheard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Semaphore requests = new Semaphore(MAX_REQUESTS);
    private final Map<Long, CallInFlight> calls = new ConcurrentHashMap<>();

    /** What is to be told, in its turn: a notification, or that everything before has been told. */
    private sealed interface Remark {
        record Said(Message.Notification notification) implements Remark {}

        record ToldUpToHere(CountDownLatch reached) implements Remark {}
    }

    /** A legacy call that has begun and not ended; the one that began last has the highest id. */
    record CallInFlight(long id, Deadline deadline, CallOptions options) {}

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
    void begin(CallInFlight call) {
        calls.put(call.id(), call);
    }

    void end(CallInFlight call) {
        calls.remove(call.id());
    }

    /** Waits, for a moment at most, until all that was said before has been heard. */
    void awaitHeard() throws InterruptedException {
        if (waiting.get() > 0) {
            var reached = new CountDownLatch(1);
            enqueue(new Remark.ToldUpToHere(reached));
            if (!reached.await(PATIENCE_WITH_LISTENERS.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("a listener is slow to hear");
            }
        }
    }

    @Override
    public void notification(Message.Notification notification) {
        enqueue(new Remark.Said(notification));
    }

    private void enqueue(Remark remark) {
        unheard.add(remark);
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
            switch (unheard.poll()) {
                case Remark.Said(Message.Notification notification) -> tell(notification);
                case Remark.ToldUpToHere(CountDownLatch reached) -> reached.countDown();
                case null -> {
                    // Dropped, because there were too many.
                }
            }
        } while (waiting.decrementAndGet() > 0);
    }

    private void tell(Message.Notification notification) {
        for (NotificationListener listener : listeners) {
            try {
                listener.onNotification(notification);
            } catch (RuntimeException e) {
                LOG.warn("a listener failed on {}", notification.method(), e);
            }
        }
    }

    @Override
    public void request(Message.Request request, Transport.Answer answer) {
        if (!requests.tryAcquire()) {
            LOG.warn("a server has more than {} requests open; {} is dropped", MAX_REQUESTS, request.method());
            return;
        }
        List<Deadline> suspended =
                calls.values().stream().map(CallInFlight::deadline).toList();
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

    /** The server does not say for which call it asks, so the latest that can answer does. */
    private @Nullable ClientHandler handlerFor(String method) {
        return calls.values().stream()
                .filter(call -> call.options().handlerFor(method) != null)
                .max(Comparator.comparingLong(CallInFlight::id))
                .map(call -> call.options().handlerFor(method))
                .orElse(options.handlers().get(method));
    }

    private Message answerTo(Message.Request request) {
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
        } catch (Exception e) {
            LOG.warn("the handler for {} failed", request.method(), e);
            return new Message.Failure(request.id(), McpError.internal());
        }
    }
}
