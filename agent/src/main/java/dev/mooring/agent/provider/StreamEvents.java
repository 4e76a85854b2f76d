package dev.mooring.agent.provider;

import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Passes the events of a stream on to LangChain4j, with the corrections of the provider's format. Reports events with
 * content to the idle timeout.
 */
final class StreamEvents implements ServerSentEventListener {
    private final ServerSentEventListener listener;
    private final EventFormat format;
    private final StreamIdleTimeout idleTimeout;
    private boolean hasEvents;

    StreamEvents(ServerSentEventListener listener, EventFormat format, StreamIdleTimeout idleTimeout) {
        this.listener = listener;
        this.format = format;
        this.idleTimeout = idleTimeout;
    }

    boolean hasEvents() {
        return hasEvents;
    }

    @Override
    public void onOpen(SuccessfulHttpResponse response) {
        listener.onOpen(response);
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        hasEvents = true;
        String data = event.data();
        ObjectNode json = parsed(data);
        // Data in another format counts as content: it ends the stream, or LangChain4j fails on it.
        if (json == null ? !data.isBlank() : format.hasContent(json)) {
            idleTimeout.onContent();
        }
        if (json != null && format.needsCorrection(data)) {
            format.correct(json);
            data = Json.text(json);
        }
        listener.onEvent(new ServerSentEvent(event.event(), data), context);
    }

    @Override
    public void onError(Throwable error) {
        listener.onError(error);
    }

    @Override
    public void onClose() {
        listener.onClose();
    }

    private static @Nullable ObjectNode parsed(String data) {
        try {
            return Json.parse(data) instanceof ObjectNode event ? event : null;
        } catch (MalformedJson e) {
            return null;
        }
    }
}
