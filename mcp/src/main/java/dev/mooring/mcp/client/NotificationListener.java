package dev.mooring.mcp.client;

import dev.mooring.mcp.Message;
import org.apiguardian.api.API;

/** Receives notifications of the server: log messages, changed lists, updated resources. */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface NotificationListener {
    /**
     * Receives a notification. A connection calls its listeners one at a time and in order, on a thread for this
     * purpose. If a listener is too slow, the oldest notifications are dropped.
     */
    void onNotification(Message.Notification notification);
}
