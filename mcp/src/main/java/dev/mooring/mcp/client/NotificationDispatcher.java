package dev.mooring.mcp.client;

import dev.mooring.mcp.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the notifications of one server to all listeners, one at a time and in order. A virtual thread runs the
 * listeners while the queue is not empty. If the queue is full, the oldest notification is dropped.
 */
final class NotificationDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationDispatcher.class);
    private static final int MAX_QUEUED = 1024;
    private static final Duration DELIVERY_WAIT = Duration.ofSeconds(1);

    private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Item> queue = new ConcurrentLinkedQueue<>();

    /** The length of the queue, including the item that is being delivered. */
    private final AtomicInteger queued = new AtomicInteger();

    private sealed interface Item {
        record Delivery(Message.Notification notification) implements Item {}

        /** Marks a position in the queue that a thread waits for. */
        record Marker(CountDownLatch reached) implements Item {}
    }

    void add(NotificationListener listener) {
        listeners.add(listener);
    }

    void remove(NotificationListener listener) {
        listeners.remove(listener);
    }

    /** Queues a notification. Does not block. */
    void dispatch(Message.Notification notification) {
        enqueue(new Item.Delivery(notification));
    }

    /** Waits until the listeners have received all notifications so far, for at most one second. */
    void awaitDelivery() throws InterruptedException {
        if (queued.get() > 0) {
            var reached = new CountDownLatch(1);
            enqueue(new Item.Marker(reached));
            if (!reached.await(DELIVERY_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("A notification listener takes longer than {} s", DELIVERY_WAIT.toSeconds());
            }
        }
    }

    private void enqueue(Item item) {
        queue.add(item);
        int count = queued.incrementAndGet();
        if (count > MAX_QUEUED) {
            if (queue.poll() != null) {
                queued.decrementAndGet();
            }
        } else if (count == 1) {
            Thread.ofVirtual().name("mcp-notifications").start(this::deliverQueued);
        }
    }

    private void deliverQueued() {
        do {
            switch (queue.poll()) {
                case Item.Delivery(Message.Notification notification) -> deliver(notification);
                case Item.Marker(CountDownLatch reached) -> reached.countDown();
                case null -> {
                    // The item was dropped, because the queue was full.
                }
            }
        } while (queued.decrementAndGet() > 0);
    }

    private void deliver(Message.Notification notification) {
        for (NotificationListener listener : listeners) {
            try {
                listener.onNotification(notification);
            } catch (RuntimeException e) {
                LOG.warn("A notification listener failed on {}", notification.method(), e);
            }
        }
    }
}
