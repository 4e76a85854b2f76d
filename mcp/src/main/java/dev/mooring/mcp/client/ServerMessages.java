package dev.mooring.mcp.client;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.RequestId;
import dev.mooring.mcp.client.transport.Transport;
import tools.jackson.databind.node.ObjectNode;

/** Receives the notifications and requests of one server. Reader threads call it; it hands over to virtual threads. */
final class ServerMessages implements Transport.Inbound {
    private final NotificationDispatcher notifications = new NotificationDispatcher();
    private final RequestDispatcher requests;

    ServerMessages(ClientOptions options) {
        this.requests = new RequestDispatcher(options.handlers());
        notifications.add(options.notifications());
    }

    NotificationDispatcher notifications() {
        return notifications;
    }

    RequestDispatcher requests() {
        return requests;
    }

    @Override
    public void onNotification(Message.Notification notification) {
        ObjectNode params = notification.params();
        if (params != null && notification.method().equals(Methods.CANCELLED)) {
            RequestId withdrawn = RequestId.from(params.get("requestId"));
            if (withdrawn != null) {
                requests.withdraw(withdrawn);
            }
        }
        notifications.dispatch(notification);
    }

    @Override
    public void onRequest(Message.Request request, Transport.ResponseSender sender) {
        requests.dispatch(request, sender);
    }
}
