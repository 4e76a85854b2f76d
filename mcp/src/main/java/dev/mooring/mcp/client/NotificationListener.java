package dev.mooring.mcp.client;

import dev.mooring.mcp.Message;

/**
 * Hears what a server says unasked: logs, changed lists, updated resources. Called one at a time, in order, on a thread
 * that serves only this; a listener that is too slow loses the oldest notifications.
 */
@FunctionalInterface
public interface NotificationListener {
    void onNotification(Message.Notification notification);
}
