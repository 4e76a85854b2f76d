package dev.mooring.mcp.server.http.sessions;

import dev.mooring.mcp.Message;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages of legacy clients on to the other processes of the same server. Behind a load balancer, the answer to an
 * input request and the cancellation of a call can arrive at another process than the call. Thread-safe.
 */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface MessageRelay {
    /** Drops every message, for a server with only one process. */
    MessageRelay NONE = (_, _, _) -> {};

    /**
     * Passes a message on. Does not wait for its arrival.
     *
     * @param principal the caller, which this process has authenticated; null for an anonymous caller
     * @param sessionId the id of the caller's session; null if the message came without one
     */
    void relay(Message message, @Nullable String principal, @Nullable String sessionId);
}
