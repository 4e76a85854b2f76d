package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.AgentFailed;
import dev.mooring.agent.Backoff;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelTimeouts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers that an agent cannot use: silence, refusals, empty answers, foreign formats, long errors, calls without a name. */
class UnusableAnswersTest {
    private static final String KEY = "sk-test-0123456789";
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(5);

    private StubProvider endpoint;
    private final List<String> retries = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        endpoint = StubProvider.start();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private Model openAi() {
        String address = endpoint.address().replace("http://", "http://ada:pass-0123456@") + "/v1";
        return Models.named("openai/test", Map.of("OPENAI_API_KEY", KEY, "OPENAI_BASE_URL", address));
    }

    private Model anthropic() {
        return Models.named(
                "anthropic/test", Map.of("ANTHROPIC_API_KEY", KEY, "ANTHROPIC_BASE_URL", endpoint.address()));
    }

    private Model gemini() {
        return Models.named(
                "gemini/test", Map.of("GEMINI_API_KEY", KEY, "GOOGLE_GEMINI_BASE_URL", endpoint.address() + "/v1beta"));
    }

    private Model ollama() {
        return Models.named("ollama/test", Map.of("OLLAMA_HOST", endpoint.address()));
    }

    private AgentAnswer invoke(Model model, ModelTimeouts timeouts) throws AgentFailed, InterruptedException {
        return Agent.builder("tester")
                .model(model)
                .modelTimeouts(timeouts)
                .backoff(new Backoff(3, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO))
                .build()
                .invoke("go", InvokeOptions.defaults().listener(event -> {
                    if (event instanceof AgentEvent.Retrying retrying) {
                        retries.add(retrying.reason());
                    }
                }));
    }

    private AgentAnswer invoke(Model model) throws AgentFailed, InterruptedException {
        return invoke(model, ModelTimeouts.DEFAULT);
    }

    private static String delta(String delta, String finish) {
        return "{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}";
    }

    private void openAiSays(String text) {
        endpoint.events(delta("{\"content\":\"" + text + "\"}", "null"), delta("{}", "\"stop\""), "[DONE]");
    }

    private static String[] anthropicTurn(String block, String stopReason) {
        return new String[] {
            """
            {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}\
            """,
            "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":" + block + "}",
            "{\"type\":\"content_block_stop\",\"index\":0}",
            "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + stopReason
                    + "\"},\"usage\":{\"output_tokens\":2}}",
            "{\"type\":\"message_stop\"}"
        };
    }

    @Nested
    @Timeout(20)
    class Silence {
        @Test
        void streamThatIsSilentBeforeItsFirstTokenIsRetried() throws Exception {
            endpoint.stalls(delta("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
            openAiSays("Here.");
            assertThat(invoke(openAi(), new ModelTimeouts(SHORT, LONG)).text()).isEqualTo("Here.");
            assertThat(retries.getFirst())
                    .contains("timeout: " + endpoint.address())
                    .contains("silent for 0.5 s");
        }

        @Test
        void streamThatIsSilentBetweenTokensIsRetried() throws Exception {
            endpoint.stalls(delta("{\"content\":\"Hel\"}", "null"));
            openAiSays("Hello.");
            assertThat(invoke(openAi(), new ModelTimeouts(LONG, SHORT)).text()).isEqualTo("Hello.");
            assertThat(retries).isNotEmpty();
        }

        @Test
        void serverThatSendsNoHeadersIsRetried() throws Exception {
            endpoint.hangs();
            openAiSays("Here.");
            assertThat(invoke(openAi(), new ModelTimeouts(SHORT, LONG)).text()).isEqualTo("Here.");
            assertThat(retries).isNotEmpty();
        }

        @Test
        void errorResponseThatStallsIsRetried() throws Exception {
            endpoint.stalls(503, "{\"error\":{\"mess");
            openAiSays("Here.");
            assertThat(invoke(openAi(), new ModelTimeouts(SHORT, LONG)).text()).isEqualTo("Here.");
            assertThat(retries.getFirst()).contains("silent for 0.5 s");
        }

        private void repeat(String lines) {
            endpoint.repeats("text/event-stream", lines, Duration.ofMillis(20));
        }

        @ParameterizedTest
        @ValueSource(strings = {"event: ping\n", ""})
        void pingsAreNoActivity(String name) throws Exception {
            repeat(name + "data: {\"type\":\"ping\"}\n\n");
            endpoint.typedEvents(anthropicTurn("{\"type\":\"text\",\"text\":\"Here.\"}", "end_turn"));
            assertThat(invoke(anthropic(), new ModelTimeouts(SHORT, LONG)).text())
                    .isEqualTo("Here.");
            assertThat(retries).isNotEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"choices\":[]}",
                    "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}"
                })
        void eventsWithoutContentAreNoActivity(String event) throws Exception {
            repeat("data: " + event + "\n\n");
            openAiSays("Here.");
            assertThat(invoke(openAi(), new ModelTimeouts(SHORT, LONG)).text()).isEqualTo("Here.");
            assertThat(retries).isNotEmpty();
        }

        @Test
        void linesWithoutContentAreNoActivity() throws Exception {
            endpoint.repeats(
                    "application/x-ndjson",
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":false}\n",
                    Duration.ofMillis(20));
            endpoint.lines(
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Here.\"},\"done\":false}",
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}");
            assertThat(invoke(ollama(), new ModelTimeouts(SHORT, LONG)).text()).isEqualTo("Here.");
            assertThat(retries).isNotEmpty();
        }

        @Test
        void agentFailsAfterTheLastAttempt() {
            endpoint.hangs().hangs().hangs();
            assertThatThrownBy(() -> invoke(openAi(), new ModelTimeouts(SHORT, LONG)))
                    .isInstanceOf(AgentFailed.ModelError.class)
                    .hasMessageContaining("silent for")
                    .hasMessageContaining("after 3 attempts");
        }
    }

    @Nested
    class Refusal {
        @Test
        void streamedRefusalOfOpenAiIsAFailureWithItsText() {
            endpoint.events(
                    delta("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I cannot\"}", "null"),
                    delta("{\"refusal\":\" help.\"}", "null"),
                    delta("{}", "\"stop\""),
                    "[DONE]");
            assertThatThrownBy(() -> invoke(openAi()))
                    .isInstanceOf(AgentFailed.Refused.class)
                    .hasMessage("openai/test refused to answer: I cannot help.");
        }

        @Test
        void refusalOfOpenAiInOnePieceIsAFailureWithItsText() {
            endpoint.json("""
                {"id":"1","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I cannot help."}}]}\
                """);
            assertThatThrownBy(() -> invoke(openAi()))
                    .isInstanceOf(AgentFailed.Refused.class)
                    .hasMessageEndingWith("I cannot help.");
        }

        @Test
        void refusalOfAnthropicIsAFailure() {
            endpoint.typedEvents(anthropicTurn("{\"type\":\"text\",\"text\":\"\"}", "refusal"));
            assertThatThrownBy(() -> invoke(anthropic())).isInstanceOf(AgentFailed.Refused.class);
        }

        @Test
        void fullContextOfAnthropicIsNotARefusal() throws Exception {
            endpoint.typedEvents(
                    anthropicTurn("{\"type\":\"text\",\"text\":\"So far\"}", "model_context_window_exceeded"));
            assertThat(invoke(anthropic()).isComplete()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"SAFETY", "PROHIBITED_CONTENT", "RECITATION", "SPII", "IMAGE_SAFETY"})
        void answerThatGeminiBlocksIsAFailure(String reason) {
            endpoint.events(
                    "{\"candidates\":[{\"index\":0,\"finishReason\":\"" + reason + "\"}],\"modelVersion\":\"g\"}");
            assertThatThrownBy(() -> invoke(gemini())).isInstanceOf(AgentFailed.Refused.class);
        }

        @Test
        void promptThatGeminiBlocksIsAFailure() {
            endpoint.events("{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"modelVersion\":\"g\"}");
            assertThatThrownBy(() -> invoke(gemini())).isInstanceOf(AgentFailed.Refused.class);
        }
    }

    @Nested
    class EmptyAnswer {
        @Test
        void emptyAnswerOfOpenAiIsAFailure() {
            openAiSays("");
            assertThatThrownBy(() -> invoke(openAi()))
                    .isInstanceOf(AgentFailed.EmptyAnswer.class)
                    .hasMessage("The answer of openai/test is empty. Change the input or the model.");
        }

        @Test
        void emptyAnswerInOnePieceIsAFailure() {
            endpoint.json("""
                {"id":"1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"  "}}]}\
                """);
            assertThatThrownBy(() -> invoke(openAi())).isInstanceOf(AgentFailed.EmptyAnswer.class);
        }

        @Test
        void emptyAnswerOfOtherProvidersIsAFailure() {
            endpoint.typedEvents(anthropicTurn("{\"type\":\"text\",\"text\":\"\"}", "end_turn"));
            assertThatThrownBy(() -> invoke(anthropic())).isInstanceOf(AgentFailed.EmptyAnswer.class);
            endpoint.events("{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\"}],\"modelVersion\":\"g\"}");
            assertThatThrownBy(() -> invoke(gemini())).isInstanceOf(AgentFailed.EmptyAnswer.class);
            endpoint.lines(
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}");
            assertThatThrownBy(() -> invoke(ollama())).isInstanceOf(AgentFailed.EmptyAnswer.class);
        }
    }

    @Nested
    class ForeignFormat {
        private static final String PAGE = "<!doctype html><title>Sign in</title>";

        private void assertForeign(Model model, String type) {
            AgentFailed failed = catchThrowableOfType(AgentFailed.class, () -> invoke(model));
            assertThat(failed)
                    .hasMessageContaining("not in the provider's format (HTTP 200, content type " + type + ")")
                    .hasMessageContaining(endpoint.address())
                    .hasMessageNotContaining("pass-0123456")
                    .hasMessageNotContaining(KEY);
            assertThat(retries).isEmpty();
        }

        @Test
        void pageOfAProxyFailsAtOnceForEachProvider() {
            for (Model model : List.of(openAi(), anthropic(), gemini(), ollama())) {
                endpoint.reply(200, "text/html; charset=utf-8", PAGE);
                assertForeign(model, "text/html; charset=utf-8");
            }
            assertThat(endpoint.requests()).hasSize(4);
        }

        @Test
        void pageWithTheTypeOfAStreamFailsAtOnce() {
            endpoint.reply(200, "text/event-stream", PAGE);
            assertForeign(openAi(), "text/event-stream");
        }

        @Test
        void otherJsonFailsAtOnce() {
            endpoint.json("{\"status\":\"ok\"}");
            assertForeign(openAi(), "application/json");
        }

        @Test
        void plainTextFailsAtOnce() {
            endpoint.reply(200, "text/plain", "It works!");
            assertForeign(anthropic(), "text/plain");
        }

        @Test
        void errorWithASuccessStatusIsReported() {
            endpoint.json("{\"error\":{\"message\":\"no such deployment\"}}");
            assertThatThrownBy(() -> invoke(openAi()))
                    .isInstanceOf(AgentFailed.ModelError.class)
                    .hasMessageContaining("HTTP 200: no such deployment");
            assertThat(retries).isEmpty();
        }

        @Test
        void completeAnswerOfAServerThatDoesNotStreamIsUsed() throws Exception {
            endpoint.json("""
                {"id":"1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Whole."}}],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}\
                """);
            AgentAnswer answer = invoke(openAi());
            assertThat(answer.text()).isEqualTo("Whole.");
            assertThat(answer.usage().inputTokens()).isEqualTo(3);
        }
    }

    @Nested
    class LongError {
        @Test
        void errorResponseIsReadUpToALimit() {
            endpoint.floods(400, "no such model ".repeat(1000));
            assertThatThrownBy(() -> invoke(openAi()))
                    .isInstanceOf(AgentFailed.ModelError.class)
                    .hasMessageContaining("HTTP 400: no such model");
        }
    }

    @Nested
    class CallWithoutName {
        private void assertErrorResult() {
            assertThat(endpoint.requests()).hasSize(2);
            assertThat(endpoint.requests().getLast().body().toString())
                    .contains("There is no tool")
                    .contains("unnamed_tool");
        }

        @ParameterizedTest
        @ValueSource(strings = {"\"name\":\"\",", "\"name\":\" \",", "\"name\":null,", ""})
        void blankNameOfOpenAiGetsAnErrorResult(String name) throws Exception {
            endpoint.events(
                    delta(
                            "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{" + name
                                    + "\"arguments\":\"{\"}}]}",
                            "null"),
                    delta("{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}]}", "null"),
                    delta("{}", "\"tool_calls\""),
                    "[DONE]");
            openAiSays("Sorry.");
            assertThat(invoke(openAi()).text()).isEqualTo("Sorry.");
            assertErrorResult();
        }

        @Test
        void blankNameOfAnthropicGetsAnErrorResult() throws Exception {
            endpoint.typedEvents(
                    anthropicTurn("{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"\",\"input\":{}}", "tool_use"));
            endpoint.typedEvents(anthropicTurn("{\"type\":\"text\",\"text\":\"Sorry.\"}", "end_turn"));
            assertThat(invoke(anthropic()).text()).isEqualTo("Sorry.");
            assertErrorResult();
        }

        @Test
        void blankNameOfGeminiGetsAnErrorResult() throws Exception {
            endpoint.events(
                    "{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"args\":{}}}]}}]}");
            endpoint.events(
                    "{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"Sorry.\"}]}}]}");
            assertThat(invoke(gemini()).text()).isEqualTo("Sorry.");
            assertErrorResult();
        }

        @Test
        void blankNameOfOllamaGetsAnErrorResult() throws Exception {
            endpoint.lines(
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"\",\"arguments\":{}}}]},\"done\":true,\"done_reason\":\"stop\"}");
            endpoint.lines(
                    "{\"model\":\"l\",\"message\":{\"role\":\"assistant\",\"content\":\"Sorry.\"},\"done\":true,\"done_reason\":\"stop\"}");
            assertThat(invoke(ollama()).text()).isEqualTo("Sorry.");
            assertErrorResult();
        }

        @Test
        void invalidNameIsSentBackInAValidForm() throws Exception {
            endpoint.events(
                    delta(
                            "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"read the notes!\",\"arguments\":\"{}\"}}]}",
                            "null"),
                    delta("{}", "\"tool_calls\""),
                    "[DONE]");
            openAiSays("Sorry.");
            assertThat(invoke(openAi()).text()).isEqualTo("Sorry.");
            assertThat(endpoint.requests()
                            .getLast()
                            .body()
                            .at("/messages/1/tool_calls/0/function/name")
                            .stringValue())
                    .isEqualTo("read_the_notes_");
        }
    }
}
