package dev.mooring.agent.provider;

import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import tools.jackson.databind.node.ObjectNode;

/** Passes the events of a stream on to LangChain4j, with the corrections of the provider's format. Reports each event to the watch. */
final class CorrectedEvents implements ServerSentEventListener {
    private final ServerSentEventListener listener;
    private final EventCorrection correction;
    private final SilenceWatch silence;
    private boolean hasEvents;

    CorrectedEvents(ServerSentEventListener listener, EventCorrection correction, SilenceWatch silence) {
        this.listener = listener;
        this.correction = correction;
        this.silence = silence;
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
        if (!"ping".equals(event.event())) {
            silence.onEvent();
        }
        listener.onEvent(new ServerSentEvent(event.event(), corrected(event.data())), context);
    }

    @Override
    public void onError(Throwable error) {
        listener.onError(error);
    }

    @Override
    public void onClose() {
        listener.onClose();
    }

    private String corrected(String data) {
        if (!correction.mayApply(data)) {
            return data;
        }
        try {
            if (Json.parse(data) instanceof ObjectNode event) {
                correction.apply(event);
                return Json.text(event);
            }
            return data;
        } catch (MalformedJson e) {
            return data;
        }
    }
}
