package dev.mooring.mcp.client;

import dev.mooring.mcp.LogLevel;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is special about one call.
 *
 * @param timeout null means the connection's own
 * @param progress who hears of progress; the server is asked to report it in any case, since it extends the timeout
 * @param meta more fields for the request's {@code _meta}
 * @param logLevel asks for the logs of this call from that level on; a legacy server keeps it for the whole session
 * @param onBehalf for whom the call is made, where that is not the connection itself
 */
public record CallOptions(
        @Nullable Duration timeout,
        @Nullable ProgressListener progress,
        @Nullable ObjectNode meta,
        @Nullable LogLevel logLevel,
        @Nullable OnBehalf onBehalf) {
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, null, null);

    /**
     * Somebody who has a call made by this connection, and who is asked and told instead of it.
     *
     * @param capabilities modern only: what is declared for this call instead of the connection's own
     * @param handlers answer what the server asks during this call, by method; the connection's own answer the rest
     * @param notifications hears what the server says during this call; all of it by the time the call returns
     * @param alone whether nobody else uses the connection; where others do, only what comes on the call's own stream
     *     is known to be meant for it, and is heard
     * @param answersItself modern only: a result that input is required is handed over as it is
     */
    public record OnBehalf(
            ObjectNode capabilities,
            Map<String, ClientHandler> handlers,
            @Nullable NotificationListener notifications,
            boolean alone,
            boolean answersItself) {
        public OnBehalf {
            handlers = Map.copyOf(handlers);
        }
    }

    public CallOptions withTimeout(Duration newTimeout) {
        return new CallOptions(newTimeout, progress, meta, logLevel, onBehalf);
    }

    public CallOptions withProgress(ProgressListener listener) {
        return new CallOptions(timeout, listener, meta, logLevel, onBehalf);
    }

    public CallOptions withMeta(ObjectNode newMeta) {
        return new CallOptions(timeout, progress, newMeta, logLevel, onBehalf);
    }

    public CallOptions withLogLevel(LogLevel level) {
        return new CallOptions(timeout, progress, meta, level, onBehalf);
    }

    public CallOptions withOnBehalf(OnBehalf somebody) {
        return new CallOptions(timeout, progress, meta, logLevel, somebody);
    }

    /** Who answers a method of the server's during this call. */
    @Nullable
    ClientHandler handlerFor(String method) {
        return onBehalf == null ? null : onBehalf.handlers().get(method);
    }
}
