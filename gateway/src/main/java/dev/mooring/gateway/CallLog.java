package dev.mooring.gateway;

import dev.mooring.gateway.CompletedCall.Status;
import dev.mooring.gateway.GatewayOptions.CallListener;
import dev.mooring.gateway.GatewayStatus.RecentCall;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports completed calls to the listeners, and keeps the last calls of each session for people. An exception of a listener is
 * logged and has no other effect. Thread-safe.
 */
final class CallLog {
    private static final Logger LOG = LoggerFactory.getLogger(CallListener.class);
    private static final int HASH_DIGITS = 16;
    private static final int MAX_ARGUMENTS = 500;

    private final List<CallListener> listeners;
    private final boolean recordsArguments;

    CallLog(GatewayOptions options) {
        this.listeners = options.callListeners();
        this.recordsArguments = options.recordsArguments();
    }

    /** A call in flight. */
    final class Entry {
        private final String server;
        private final String tool;
        private final Optional<String> principal;
        private final Instant started = Instant.now();
        private final long start = System.nanoTime();

        private Entry(String server, String tool, Caller caller) {
            this.server = server;
            this.tool = tool;
            this.principal = Optional.ofNullable(caller.principal());
        }

        /** @param handle the handle that the call used, or null if it used none */
        void complete(@Nullable GatewayHandle handle, ObjectNode arguments, Status status) {
            Duration duration = Duration.ofNanos(System.nanoTime() - start);
            var call = new CompletedCall(
                    server,
                    tool,
                    principal,
                    Optional.ofNullable(handle).map(used -> used.key().hex().substring(0, HASH_DIGITS)),
                    started,
                    duration,
                    status);
            listeners.forEach(listener -> report(call, listener));
            if (handle != null) {
                handle.remember(
                        new RecentCall(server, tool, started, duration, status, Optional.ofNullable(shown(arguments))));
            }
        }
    }

    /** Starts the measurement of a call. */
    Entry begin(String server, String tool, Caller caller) {
        return new Entry(server, tool, caller);
    }

    private static void report(CompletedCall call, CallListener listener) {
        try {
            listener.onCall(call);
        } catch (Throwable thrown) {
            LOG.warn("{}: the listener failed on a call of {}", call.server(), call.tool(), thrown);
        }
    }

    private @Nullable String shown(ObjectNode arguments) {
        if (!recordsArguments) {
            return null;
        }
        String text = Json.text(arguments);
        return text.length() <= MAX_ARGUMENTS ? text : text.substring(0, MAX_ARGUMENTS) + "…";
    }
}
