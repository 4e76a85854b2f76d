package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.Media;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolAnswer;
import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.mcp.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OtherProvidersTest {
    private static final ToolDescription READ = new ToolDescription("notes__read", "Reads", Json.objectOf("""
        {"type": "object", "properties": {"from": {"type": "string", "format": "hostname"}}, "oneOf": [{"required": ["from"]}]}\
        """));

    private StubProvider endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = StubProvider.start();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private static ModelRequest request(ChatEntry... entries) {
        List<ChatEntry> conversation = new ArrayList<>(List.of(new ChatEntry.UserMessage("go")));
        conversation.addAll(List.of(entries));
        return new ModelRequest("tester", "Be brief.", conversation, List.of(READ));
    }

    /** Returns a conversation with the result of a tool. */
    private static ModelRequest returned(ToolOutput result) {
        ModelTurn calls = new ModelTurn(
                "", List.of(new ToolRequest("id_1", "notes__read", "")), Usage.NONE, ModelTurn.StopReason.CALLS, null);
        return request(
                new ChatEntry.ModelMessage(calls),
                new ChatEntry.ToolMessage(List.of(new ToolAnswer("id_1", "notes__read", result))));
    }

    /** Returns a conversation with an image in a tool result. */
    private static ModelRequest picture() {
        return returned(new ToolOutput(
                "[image/png, 3 bytes]", List.of(new ToolOutput.Attachment(Media.IMAGE, "image/png", "AAAA")), false));
    }

    @Nested
    class Anthropic {
        private static final String START = """
            {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"usage":{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":5,"cache_creation_input_tokens":2}}}\
            """;

        private Model model() {
            return Models.named(
                    "anthropic/claude-test",
                    Map.of("ANTHROPIC_API_KEY", "sk-ant-0123456789", "ANTHROPIC_BASE_URL", endpoint.address()));
        }

        private void play() {
            endpoint.typedEvents(START, """
                {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\
                """, """
                {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I look."}}\
                """, """
                {"type":"content_block_stop","index":0}\
                """, """
                {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"notes__read","input":{}}}\
                """, """
                {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"from\\":"}}\
                """, """
                {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":" \\"a\\"}"}}\
                """, """
                {"type":"content_block_stop","index":1}\
                """, """
                {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_2","name":"notes__read","input":{}}}\
                """, """
                {"type":"content_block_stop","index":2}\
                """, """
                {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":20}}\
                """, """
                {"type":"message_stop"}\
                """);
        }

        @Test
        void textAndCallsArriveWithCacheUsage() throws Exception {
            play();
            StringBuilder received = new StringBuilder();
            ModelTurn turn = model().answer(request(), received::append);
            assertThat(turn.text()).isEqualTo("I look.");
            assertThat(received).hasToString("I look.");
            assertThat(turn.calls()).extracting(ToolRequest::id).containsExactly("toolu_1", "toolu_2");
            assertThat(Json.parse(turn.calls().getFirst().arguments())).isEqualTo(Json.objectOf("{\"from\":\"a\"}"));
            assertThat(turn.usage()).isEqualTo(new Usage(17, 20, 5));
            StubProvider.Received request = endpoint.requests().getFirst();
            assertThat(request.path()).isEqualTo("/v1/messages");
            assertThat(request.header("x-api-key")).isEqualTo("sk-ant-0123456789");
            assertThat(request.body().path("max_tokens").asInt(0)).isEqualTo(8192);
            JsonNode schema = request.body().at("/tools/0/input_schema");
            assertThat(schema.has("oneOf")).isFalse();
            assertThat(schema.at("/required/0").stringValue()).isEqualTo("from");
        }

        @Test
        void imagesOfToolResultsAreSent() throws Exception {
            play();
            Model model = model();
            assertThat(model.accepts()).contains(Media.IMAGE);
            model.answer(picture(), words -> {});
            JsonNode result = endpoint.requests().getFirst().body().at("/messages/2/content/0");
            assertThat(result.path("tool_use_id").stringValue()).isEqualTo("id_1");
            assertThat(result.at("/content/1/source/data").stringValue()).isEqualTo("AAAA");
        }

        /** Anthropic answers HTTP 400 to a tool result with empty text. */
        @Test
        void emptyResultIsSentAsAPlaceholder() throws Exception {
            play();
            model().answer(returned(ToolOutput.of("")), words -> {});
            assertThat(endpoint.requests()
                            .getFirst()
                            .body()
                            .at("/messages/2/content/0/content")
                            .stringValue())
                    .isEqualTo("(nothing)");
        }

        @Test
        void overloadInsideAStreamIsTransient() {
            endpoint.typedEvents(START, """
                {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\
                """);
            assertThatThrownBy(() -> model().answer(request(), words -> {}))
                    .isInstanceOfSatisfying(
                            ModelFailed.class,
                            failed -> assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.OVERLOADED));
        }

        @Test
        void overloadStatusIsTransient() {
            endpoint.status(529, "{\"type\":\"error\",\"error\":{\"message\":\"Overloaded\"}}", Map.of());
            assertThatThrownBy(() -> model().answer(request(), words -> {}))
                    .isInstanceOfSatisfying(
                            ModelFailed.class,
                            failed -> assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.OVERLOADED));
        }

        @Test
        void refusalIsAStopReason() throws Exception {
            endpoint.typedEvents(START, """
                {"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":2}}\
                """, """
                {"type":"message_stop"}\
                """);
            assertThat(model().answer(request(), words -> {}).stopReason()).isEqualTo(ModelTurn.StopReason.REFUSAL);
        }
    }

    @Nested
    class Ollama {
        private static final String CALLS = """
            {"model":"l","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"notes__read","arguments":{"from":"a"}}},{"function":{"name":"notes__read","arguments":{}}}]},"done":\
            """;

        private static final String END = ",\"done_reason\":\"stop\",\"prompt_eval_count\":9,\"eval_count\":4}";

        private Model model() {
            return Models.named(
                    "ollama/llama-test",
                    Map.of("OLLAMA_HOST", endpoint.address().substring("http://".length())));
        }

        @Test
        void callsWithoutIdsGetIds() throws Exception {
            endpoint.lines(
                    CALLS + "false}",
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true" + END);
            ModelTurn turn = model().answer(request(), words -> {});
            assertThat(turn.calls())
                    .hasSize(2)
                    .extracting(ToolRequest::id)
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            assertThat(Json.parse(turn.calls().getFirst().arguments())).isEqualTo(Json.objectOf("{\"from\":\"a\"}"));
            assertThat(turn.usage()).isEqualTo(new Usage(9, 4, 0));
            StubProvider.Received request = endpoint.requests().getFirst();
            assertThat(request.path()).isEqualTo("/api/chat");
            assertThat(request.body()
                            .at("/tools/0/function/parameters/properties/from/type")
                            .stringValue())
                    .isEqualTo("string");
        }

        @Test
        void emptyResultIsSentAsAPlaceholder() throws Exception {
            endpoint.lines(CALLS + "true" + END);
            model().answer(returned(ToolOutput.of("")), words -> {});
            assertThat(endpoint.requests()
                            .getFirst()
                            .body()
                            .at("/messages/3/content")
                            .stringValue())
                    .isEqualTo("(nothing)");
        }

        @Test
        void textIsStreamed() throws Exception {
            endpoint.lines(
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"Hel\"},\"done\":false}",
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"lo\"},\"done\":false}",
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true" + END);
            List<String> received = new ArrayList<>();
            assertThat(model().answer(request(), received::add).text()).isEqualTo("Hello");
            assertThat(received).containsExactly("Hel", "lo");
        }
    }

    @Nested
    class Gemini {
        private static final String CALLS = """
            {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"notes__read","args":{"from":"a"}},"thoughtSignature":"c2ln"},{"functionCall":{"name":"notes__read","args":{}}}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":5,"totalTokenCount":13},"modelVersion":"g"}\
            """;

        private Model model() {
            return Models.named(
                    "gemini/gemini-test",
                    Map.of(
                            "GEMINI_API_KEY",
                            "AIza0123456789",
                            "GOOGLE_GEMINI_BASE_URL",
                            endpoint.address() + "/v1beta"));
        }

        private void play() {
            endpoint.events(CALLS);
        }

        @Test
        void imagesOfToolResultsAreSent() throws Exception {
            play();
            Model model = model();
            assertThat(model.accepts()).contains(Media.IMAGE);
            model.answer(picture(), words -> {});
            JsonNode answered = endpoint.requests().getFirst().body().at("/contents/2/parts");
            assertThat(answered.at("/0/functionResponse/response/response").stringValue())
                    .isEqualTo("[image/png, 3 bytes]");
            assertThat(answered.at("/1/inlineData/mimeType").stringValue()).isEqualTo("image/png");
            assertThat(answered.at("/1/inlineData/data").stringValue()).isEqualTo("AAAA");
        }

        @Test
        void emptyResultIsSentAsAPlaceholder() throws Exception {
            play();
            model().answer(returned(ToolOutput.of("")), words -> {});
            assertThat(endpoint.requests()
                            .getFirst()
                            .body()
                            .at("/contents/2/parts/0/functionResponse/response/response")
                            .stringValue())
                    .isEqualTo("(nothing)");
        }

        @Test
        void callsWithoutIdsGetIdsAndSchemasAreSentAsJsonSchema() throws Exception {
            play();
            ModelTurn turn = model().answer(request(), words -> {});
            assertThat(turn.calls())
                    .hasSize(2)
                    .extracting(ToolRequest::id)
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            assertThat(turn.usage()).isEqualTo(new Usage(8, 5, 0));
            StubProvider.Received request = endpoint.requests().getFirst();
            assertThat(request.header("x-goog-api-key")).isEqualTo("AIza0123456789");
            JsonNode declaration = request.body().at("/tools/0/functionDeclarations/0");
            assertThat(declaration.has("parameters")).isFalse();
            JsonNode schema = declaration.path("parametersJsonSchema");
            assertThat(schema.at("/properties/from/type").stringValue()).isEqualTo("string");
            assertThat(schema.at("/properties/from").has("format")).isFalse();
        }

        @Test
        void thoughtSignatureIsSentBack() throws Exception {
            play();
            play();
            Model model = model();
            ModelTurn turn = model.answer(request(), words -> {});
            List<ToolAnswer> answers = turn.calls().stream()
                    .map(call -> new ToolAnswer(call.id(), call.tool(), ToolOutput.of("x")))
                    .toList();
            model.answer(request(new ChatEntry.ModelMessage(turn), new ChatEntry.ToolMessage(answers)), words -> {});
            assertThat(endpoint.requests().getLast().body().path("contents").toString())
                    .contains("c2ln");
        }
    }

    @Nested
    class ModelNames {
        @Test
        void invalidModelNameIsAnErrorThatListsTheForms() {
            assertThatThrownBy(() -> Models.named("gpt-5", Map.of()))
                    .isInstanceOf(Models.UnusableModel.class)
                    .hasMessageContaining("openai/MODEL");
            assertThatThrownBy(() -> Models.named("acme/x", Map.of())).hasMessageContaining("no provider \"acme\"");
        }

        @Test
        void missingKeyIsAnErrorThatNamesTheVariable() {
            assertThatThrownBy(() -> Models.named("openai/x", Map.of("OPENAI_API_KEY", " ")))
                    .hasMessageContaining("OPENAI_API_KEY");
            assertThatThrownBy(() -> Models.named("gemini/x", Map.of()))
                    .hasMessageContaining("GEMINI_API_KEY or GOOGLE_API_KEY");
        }

        @Test
        void apiKeysAreRedacted() {
            assertThat(Models.secrets(Map.of("ANTHROPIC_API_KEY", "sk-ant-0123456789", "HOME", "/home/ada"))
                            .redact("sk-ant-0123456789 at /home/ada"))
                    .isEqualTo("[secret] at /home/ada");
        }

        @Test
        void customAddressNeedsNoKey() {
            assertThat(Models.named("openai/x", Map.of("OPENAI_BASE_URL", "http://127.0.0.1:1/v1"))
                            .name())
                    .isEqualTo("openai/x");
        }
    }
}
