package dev.mooring.mcp.client;

import dev.mooring.mcp.LogLevel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is special about one call.
 *
 * @param timeout null means the connection's own
 * @param progress who hears of progress; the server is asked to report it in any case, since it extends the timeout
 * @param meta more fields for the request's {@code _meta}
 * @param logLevel modern only: asks for the logs of this call from that level on
 */
public record CallOptions(
        @Nullable Duration timeout,
        @Nullable ProgressListener progress,
        @Nullable ObjectNode meta,
        @Nullable LogLevel logLevel) {
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, null);

    public CallOptions withTimeout(Duration newTimeout) {
        return new CallOptions(newTimeout, progress, meta, logLevel);
    }

    public CallOptions withProgress(ProgressListener listener) {
        return new CallOptions(timeout, listener, meta, logLevel);
    }

    public CallOptions withMeta(ObjectNode newMeta) {
        return new CallOptions(timeout, progress, newMeta, logLevel);
    }

    public CallOptions withLogLevel(LogLevel level) {
        return new CallOptions(timeout, progress, meta, level);
    }
}
