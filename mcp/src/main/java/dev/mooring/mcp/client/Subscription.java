package dev.mooring.mcp.client;

import org.apiguardian.api.API;

/** The registration of a {@link NotificationListener}. Closing it stops the notifications. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Subscription implements AutoCloseable {
    private final Runnable end;

    Subscription(Runnable end) {
        this.end = end;
    }

    /** Removes the listener. Idempotent. */
    @Override
    public void close() {
        end.run();
    }
}
