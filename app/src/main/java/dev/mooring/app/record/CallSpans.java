package dev.mooring.app.record;

import dev.mooring.mcp.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The trace spans of a run's tool calls: one for each call, on the thread that makes the call. */
final class CallSpans {
    private final Trace trace;
    private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

    CallSpans(Trace trace) {
        this.trace = trace;
    }

    /** Starts the span of the call that the current thread makes. */
    void begin() {
        current.set(Trace.newSpan());
    }

    /** Ends the span of the current thread. */
    void end() {
        current.remove();
    }

    /** Returns the id of the current thread's span; null if the thread makes no call. */
    @Nullable
    String current() {
        return current.get();
    }

    /** Returns a {@code _meta} object that names the current thread's span as parent; null if there is no span. */
    @Nullable
    ObjectNode meta() {
        String span = current.get();
        return span == null ? null : Json.object().put("traceparent", trace.parent(span));
    }
}
