package dev.mooring.agent.provider;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where the schemas of tools stand in a provider's requests, and what it takes for one. */
enum WireFormat {
    OPENAI,
    ANTHROPIC,
    OLLAMA,
    GEMINI;

    /** What LangChain4j is given; the schema comes in when the request goes out. */
    static ToolSpecification placeholder(ToolDescription tool) {
        ToolSpecification.Builder specification = ToolSpecification.builder()
                .name(tool.name())
                .parameters(JsonObjectSchema.builder().build());
        if (!tool.description().isBlank()) {
            specification.description(tool.description());
        }
        return specification.build();
    }

    /** The request with the schemas of its tools. */
    String insert(List<ToolDescription> tools, String body) {
        Map<String, ObjectNode> schemas = new HashMap<>();
        tools.forEach(tool -> schemas.put(tool.name(), tool.inputSchema()));
        try {
            JsonNode request = Json.parse(body);
            for (JsonNode tool : request.path("tools")) {
                switch (this) {
                    case OPENAI, OLLAMA -> put(tool.path("function"), "parameters", schemas);
                    case ANTHROPIC -> put(tool, "input_schema", schemas);
                    case GEMINI -> {
                        for (JsonNode declaration : tool.path("functionDeclarations")) {
                            put(declaration, "parametersJsonSchema", schemas);
                            ((ObjectNode) declaration).remove("parameters");
                        }
                    }
                }
            }
            return Json.text(request);
        } catch (MalformedJson e) {
            throw new IllegalStateException("LangChain4j wrote a request that is not JSON", e);
        }
    }

    /** Hears the provider's events in the form that LangChain4j understands. */
    ServerSentEventListener mended(ServerSentEventListener listener) {
        return this == OLLAMA ? new ToolCallNumbering(listener) : listener;
    }

    private void put(JsonNode tool, String field, Map<String, ObjectNode> schemas) {
        ObjectNode schema = schemas.get(tool.path("name").asString(""));
        if (schema != null && tool instanceof ObjectNode object) {
            object.set(field, ToolSchema.plain(schema, this == GEMINI));
        }
    }
}
