package dev.mooring.agent.provider;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The position of schemas in a provider's requests, and corrections of its responses. */
enum WireFormat {
    OPENAI,
    ANTHROPIC,
    OLLAMA,
    GEMINI;

    /** Returns the tool for LangChain4j, without its schema. {@link #insertSchemas} adds the schema to the HTTP request. */
    static ToolSpecification placeholder(ToolDescription tool) {
        ToolSpecification.Builder specification = ToolSpecification.builder()
                .name(tool.name())
                .parameters(JsonObjectSchema.builder().build());
        if (!tool.description().isBlank()) {
            specification.description(tool.description());
        }
        return specification.build();
    }

    /** Returns the request body with the schemas of its tools and of the answer. */
    String insertSchemas(List<ToolDescription> tools, @Nullable OutputSchema output, String body) {
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
            if (output != null && request instanceof ObjectNode object) {
                putOutput(object, output);
            }
            return Json.text(request);
        } catch (MalformedJson e) {
            throw new IllegalStateException("LangChain4j produced a request that is not JSON", e);
        }
    }

    /** Returns the format of the events of one stream. */
    EventFormat events() {
        return switch (this) {
            case OPENAI -> new EventFormat.OpenAi();
            case ANTHROPIC -> new EventFormat.Anthropic();
            case OLLAMA -> new EventFormat.Ollama();
            case GEMINI -> new EventFormat.Gemini();
        };
    }

    private void putOutput(ObjectNode request, OutputSchema output) {
        switch (this) {
            case OPENAI -> {
                ObjectNode format = request.putObject("response_format").put("type", "json_schema");
                ObjectNode named = format.putObject("json_schema").put("name", "answer");
                named.set("schema", output.json());
                if (output.requiresAll()) {
                    named.put("strict", true);
                }
            }
            case ANTHROPIC ->
                request.withObject("/output_config")
                        .putObject("format")
                        .put("type", "json_schema")
                        .set("schema", output.json());
            case OLLAMA -> request.set("format", output.json());
            case GEMINI ->
                request.withObject("/generationConfig")
                        .put("responseMimeType", "application/json")
                        .set("responseJsonSchema", output.json());
        }
    }

    private void put(JsonNode tool, String field, Map<String, ObjectNode> schemas) {
        ObjectNode schema = schemas.get(tool.path("name").asString(""));
        if (schema != null && tool instanceof ObjectNode object) {
            object.set(field, ToolSchema.convert(schema, this == GEMINI));
        }
    }
}
