package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.FunctionTool;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests of the output schema in requests. */
class StructuredOutputTest {
    private static final ObjectNode SCHEMA =
            Json.objectOf("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}");

    /** The schema as providers receive it. */
    private static final ObjectNode SENT = Json.shallowCopy(SCHEMA).put("additionalProperties", false);

    private StubProvider endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = StubProvider.start();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private Model model(WireFormat format) {
        String address = endpoint.address();
        return switch (format) {
            case OPENAI -> Models.named("openai/m", Map.of("OPENAI_BASE_URL", address + "/v1"));
            case ANTHROPIC ->
                Models.named("anthropic/m", Map.of("ANTHROPIC_API_KEY", "k", "ANTHROPIC_BASE_URL", address));
            case OLLAMA -> Models.named("ollama/m", Map.of("OLLAMA_HOST", address));
            case GEMINI ->
                Models.named("gemini/m", Map.of("GEMINI_API_KEY", "k", "GOOGLE_GEMINI_BASE_URL", address + "/v1beta"));
        };
    }

    private void playAnswer(WireFormat format) {
        String answer = "\"{\\\"n\\\":7}\"";
        switch (format) {
            case OPENAI ->
                endpoint.events(
                        "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":" + answer
                                + "},\"finish_reason\":\"stop\"}]}",
                        "[DONE]");
            case ANTHROPIC ->
                endpoint.typedEvents(
                        "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}",
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":"
                                + answer + "}}",
                        "{\"type\":\"content_block_stop\",\"index\":0}",
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}",
                        "{\"type\":\"message_stop\"}");
            case OLLAMA ->
                endpoint.lines("{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":" + answer
                        + "},\"done\":true,\"done_reason\":\"stop\"}");
            case GEMINI ->
                endpoint.events(
                        "{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"text\":"
                                + answer + "}]}}]}");
        }
    }

    /** Returns the part of a request that a provider's output format is in. */
    private static JsonNode sent(WireFormat format, JsonNode body) {
        return switch (format) {
            case OPENAI -> body.path("response_format");
            case ANTHROPIC -> body.path("output_config");
            case OLLAMA -> body.path("format");
            case GEMINI -> body.at("/generationConfig/responseJsonSchema");
        };
    }

    private JsonNode body(int request) {
        return endpoint.requests().get(request).body();
    }

    private static Agent.Builder agent(Model model) {
        return Agent.builder("tester").model(model).outputSchema(SCHEMA);
    }

    @Test
    void openAiReceivesAResponseFormat() throws Exception {
        playAnswer(WireFormat.OPENAI);
        assertThat(agent(model(WireFormat.OPENAI)).build().invoke("go").output())
                .isEqualTo(Json.objectOf("{\"n\":7}"));
        ObjectNode expected = Json.objectOf("{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"schema\":"
                + Json.text(SENT) + ",\"strict\":true}}");
        assertThat(body(0).path("response_format")).isEqualTo(expected);
    }

    @Test
    void openAiIsNotStrictIfAPropertyIsOptional() throws Exception {
        playAnswer(WireFormat.OPENAI);
        ObjectNode optional = Json.shallowCopy(SCHEMA);
        optional.remove("required");
        agent(model(WireFormat.OPENAI)).outputSchema(optional).build().invoke("go");
        assertThat(body(0).at("/response_format/json_schema").has("schema")).isTrue();
        assertThat(body(0).at("/response_format/json_schema").has("strict")).isFalse();
    }

    @Test
    void anthropicReceivesAnOutputFormat() throws Exception {
        playAnswer(WireFormat.ANTHROPIC);
        agent(model(WireFormat.ANTHROPIC)).build().invoke("go");
        assertThat(body(0).path("output_config"))
                .isEqualTo(Json.objectOf("{\"format\":{\"type\":\"json_schema\",\"schema\":" + Json.text(SENT) + "}}"));
    }

    @Test
    void ollamaReceivesAFormat() throws Exception {
        playAnswer(WireFormat.OLLAMA);
        agent(model(WireFormat.OLLAMA)).build().invoke("go");
        assertThat(body(0).path("format")).isEqualTo(SENT);
    }

    @Test
    void geminiReceivesAResponseSchema() throws Exception {
        playAnswer(WireFormat.GEMINI);
        agent(model(WireFormat.GEMINI)).build().invoke("go");
        JsonNode generation = body(0).path("generationConfig");
        assertThat(generation.path("responseMimeType").stringValue()).isEqualTo("application/json");
        assertThat(generation.path("responseJsonSchema")).isEqualTo(SENT);
    }

    @ParameterizedTest
    @EnumSource(WireFormat.class)
    void requestOfAnAgentWithoutAnOutputSchemaHasNone(WireFormat format) throws Exception {
        playAnswer(format);
        Agent.builder("tester").model(model(format)).build().invoke("go");
        assertThat(sent(format, body(0)).isMissingNode()).isTrue();
        assertThat(body(0).toString()).doesNotContain("application/json");
    }

    @ParameterizedTest
    @EnumSource(WireFormat.class)
    void requestWithToolsHasNoOutputSchema(WireFormat format) throws Exception {
        playAnswer(format);
        FunctionTool clock = FunctionTool.of("clock", "Tells the time", Json.object(), input -> ToolOutput.of("noon"));
        agent(model(format)).tool(clock).build().invoke("go");
        assertThat(sent(format, body(0)).isMissingNode()).isTrue();
        assertThat(body(0).has("tools")).isTrue();
    }

    @Test
    void onlyOpenAiAndAnthropicThemselvesCombineSchemaAndTools() {
        Map<String, String> keys = Map.of("OPENAI_API_KEY", "k", "ANTHROPIC_API_KEY", "k", "GEMINI_API_KEY", "k");
        assertThat(combines(Models.named("openai/m", keys))).isTrue();
        assertThat(combines(Models.named("anthropic/m", keys))).isTrue();
        assertThat(combines(Models.named("gemini/m", keys))).isFalse();
        assertThat(combines(Models.named("ollama/m", keys))).isFalse();
        assertThat(combines(model(WireFormat.OPENAI))).isFalse();
        assertThat(combines(model(WireFormat.ANTHROPIC))).isFalse();
    }

    private static boolean combines(Model model) {
        return ((ProviderModel) model).combinesSchemaAndTools();
    }

    @ParameterizedTest
    @EnumSource(WireFormat.class)
    void providerThatRejectsTheSchemaReceivesTheRequestWithoutIt(WireFormat format) throws Exception {
        endpoint.status(400, "{\"error\":{\"message\":\"Unknown parameter\"}}", Map.of());
        playAnswer(format);
        playAnswer(format);
        Agent agent = agent(model(format)).build();
        assertThat(agent.invoke("go").output()).isEqualTo(Json.objectOf("{\"n\":7}"));
        assertThat(sent(format, body(0)).isMissingNode()).isFalse();
        assertThat(sent(format, body(1)).isMissingNode()).isTrue();
        assertThat(agent.invoke("go").output()).isEqualTo(Json.objectOf("{\"n\":7}"));
        assertThat(endpoint.requests()).hasSize(3);
        assertThat(sent(format, body(2)).isMissingNode()).isTrue();
    }

    @Test
    void requestThatIsRejectedWithoutTheSchemaTooFails() throws Exception {
        endpoint.status(400, "{\"error\":{\"message\":\"Too long\"}}", Map.of());
        endpoint.status(400, "{\"error\":{\"message\":\"Too long\"}}", Map.of());
        playAnswer(WireFormat.OPENAI);
        Agent agent = agent(model(WireFormat.OPENAI)).build();
        assertThatThrownBy(() -> agent.invoke("go"))
                .isInstanceOf(AgentFailed.ModelError.class)
                .hasMessageContaining("HTTP 400: Too long");
        agent.invoke("go");
        assertThat(body(2).has("response_format")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404})
    void otherErrorIsNotRetriedWithoutTheSchema(int status) {
        endpoint.status(status, "{\"error\":{\"message\":\"no\"}}", Map.of());
        assertThatThrownBy(() -> agent(model(WireFormat.OPENAI)).build().invoke("go"))
                .hasMessageContaining("HTTP " + status);
        assertThat(endpoint.requests()).hasSize(1);
    }

    @Test
    void schemaThatProvidersCannotTakeIsOnlyInTheInstructions() throws Exception {
        endpoint.events(
                "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"[1]\"},\"finish_reason\":\"stop\"}]}",
                "[DONE]");
        Agent agent = agent(model(WireFormat.OPENAI))
                .outputSchema(Json.objectOf("{\"type\":\"array\"}"))
                .build();
        assertThat(agent.invoke("go").output()).isEqualTo(Json.array().add(1));
        assertThat(body(0).has("response_format")).isFalse();
        assertThat(body(0).at("/messages/0/content").stringValue()).contains("{\"type\":\"array\"}");
    }
}
