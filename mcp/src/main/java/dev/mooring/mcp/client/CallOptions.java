package dev.mooring.mcp.client;

import dev.mooring.mcp.LogLevel;
import java.time.Duration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Settings of one request that differ from those of the connection. Immutable. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CallOptions {
    /** No differences from the connection's settings. */
    public static final CallOptions DEFAULT = builder().build();

    private final @Nullable Duration timeout;
    private final @Nullable ProgressListener progress;
    private final @Nullable ObjectNode meta;
    private final @Nullable LogLevel logLevel;
    private final @Nullable RelayOptions relay;

    private CallOptions(Builder builder) {
        timeout = builder.timeout;
        progress = builder.progress;
        meta = builder.meta;
        logLevel = builder.logLevel;
        relay = builder.relay;
    }

    /** Returns a builder that starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns how long the server may take, or null for the connection's timeout. */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** Returns the listener for progress; null if none is set. */
    public @Nullable ProgressListener progress() {
        return progress;
    }

    /** Returns fields to add to the request's {@code _meta}, or null if there are none. */
    public @Nullable ObjectNode meta() {
        return meta;
    }

    /** Returns the least severe level of log notifications to request, or null to request none. */
    public @Nullable LogLevel logLevel() {
        return logLevel;
    }

    /** Returns the settings of a relayed request, or null if the connection's owner makes the request itself. */
    public @Nullable RelayOptions relay() {
        return relay;
    }

    /** Returns the handler that this request provides for a method of the server, or null if it provides none. */
    @Nullable
    ClientHandler handlerFor(String method) {
        return relay == null ? null : relay.handlers().get(method);
    }

    /** Builds {@link CallOptions}. Each setting is optional, and null restores its default. */
    public static final class Builder {
        private @Nullable Duration timeout;
        private @Nullable ProgressListener progress;
        private @Nullable ObjectNode meta;
        private @Nullable LogLevel logLevel;
        private @Nullable RelayOptions relay;

        private Builder() {}

        /** Sets how long the server may take; progress extends it, up to the connection's maximum. */
        public Builder timeout(@Nullable Duration value) {
            timeout = value;
            return this;
        }

        /** Sets the listener for progress. The client requests progress even without one, since it extends the timeout. */
        public Builder progress(@Nullable ProgressListener value) {
            progress = value;
            return this;
        }

        /** Sets fields to add to the request's {@code _meta}. */
        public Builder meta(@Nullable ObjectNode value) {
            meta = value;
            return this;
        }

        /**
         * Requests log notifications of this level and above. A modern server applies the level to this request, a
         * legacy server to the rest of the session.
         */
        public Builder logLevel(@Nullable LogLevel value) {
            logLevel = value;
            return this;
        }

        /** Marks the request as relayed for another client. */
        public Builder relay(@Nullable RelayOptions value) {
            relay = value;
            return this;
        }

        /** Returns the options. */
        public CallOptions build() {
            return new CallOptions(this);
        }
    }
}
