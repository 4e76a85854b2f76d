package dev.mooring.mcp.client;

import dev.mooring.mcp.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Settings of a request that the connection's owner relays for another client, as a gateway does. During the request,
 * the other client answers the server's requests and receives its notifications. Immutable.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class RelayOptions {
    private final ObjectNode capabilities;
    private final Map<String, ClientHandler> handlers;
    private final @Nullable NotificationListener notifications;
    private final boolean exclusive;
    private final boolean returnsInputRequired;

    private RelayOptions(Builder builder) {
        capabilities = builder.capabilities;
        handlers = Map.copyOf(builder.handlers);
        notifications = builder.notifications;
        exclusive = builder.exclusive;
        returnsInputRequired = builder.returnsInputRequired;
    }

    /** Returns a builder for a client without capabilities, handlers or listener, on a shared connection. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the capabilities that a modern request declares instead of the connection's. If they include tasks, the result
     * may be a task.
     */
    public ObjectNode capabilities() {
        return capabilities;
    }

    /** Returns the handlers for the server's requests, by method; the connection's handlers answer other methods. */
    public Map<String, ClientHandler> handlers() {
        return handlers;
    }

    /** Returns the listener for the server's notifications during the request; null if none is set. */
    public @Nullable NotificationListener notifications() {
        return notifications;
    }

    /** Returns whether no other client uses the connection. */
    public boolean isExclusive() {
        return exclusive;
    }

    /** Returns whether the caller receives an {@code input_required} result instead of the handlers answering it. */
    public boolean returnsInputRequired() {
        return returnsInputRequired;
    }

    /** Builds {@link RelayOptions}. */
    public static final class Builder {
        private ObjectNode capabilities = Json.object();
        private final Map<String, ClientHandler> handlers = new LinkedHashMap<>();
        private @Nullable NotificationListener notifications;
        private boolean exclusive;
        private boolean returnsInputRequired;

        private Builder() {}

        /** Sets the capabilities that a modern request declares instead of the connection's. */
        public Builder capabilities(ObjectNode value) {
            capabilities = value;
            return this;
        }

        /** Adds a handler for a method that the server may request. */
        public Builder handler(String method, ClientHandler value) {
            handlers.put(method, value);
            return this;
        }

        /** Sets the listener for notifications; it has received all of them when the request returns. */
        public Builder notifications(@Nullable NotificationListener value) {
            notifications = value;
            return this;
        }

        /**
         * Sets whether no other client uses the connection. On a shared connection the listener receives only
         * notifications on the request's own stream, since others may be meant for another client.
         */
        public Builder exclusive(boolean value) {
            exclusive = value;
            return this;
        }

        /** Sets whether the caller receives an {@code input_required} result of a modern server and answers it itself. */
        public Builder returnsInputRequired(boolean value) {
            returnsInputRequired = value;
            return this;
        }

        /** Returns the options. */
        public RelayOptions build() {
            return new RelayOptions(this);
        }
    }
}
