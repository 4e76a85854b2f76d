package dev.mooring.agent.provider;

import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds an index to each tool call in a stream of Ollama. Some versions omit it, and LangChain4j merges all calls without an index. */
final class ToolCallNumbering implements ServerSentEventListener {
    private final ServerSentEventListener listener;
    private int next;

    ToolCallNumbering(ServerSentEventListener listener) {
        this.listener = listener;
    }

    @Override
    public void onOpen(SuccessfulHttpResponse response) {
        listener.onOpen(response);
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        listener.onEvent(new ServerSentEvent(event.event(), withIndexes(event.data())), context);
    }

    @Override
    public void onError(Throwable error) {
        listener.onError(error);
    }

    @Override
    public void onClose() {
        listener.onClose();
    }

    private String withIndexes(String data) {
        if (!data.contains("tool_calls")) {
            return data;
        }
        try {
            JsonNode line = Json.parse(data);
            for (JsonNode call : line.at("/message/tool_calls")) {
                if (call.path("function") instanceof ObjectNode function) {
                    function.put("index", next++);
                }
            }
            return Json.text(line);
        } catch (MalformedJson e) {
            return data;
        }
    }
}
