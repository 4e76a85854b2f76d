package dev.mooring.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.Agent;
import dev.mooring.agent.AgentAnswer;
import dev.mooring.agent.AgentEvent;
import dev.mooring.agent.InvokeOptions;
import dev.mooring.agent.model.ChatEntry;
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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests of OpenAI's chat completions, which many other servers implement too. */
class OpenAiProviderTest {
    private static final String KEY = "sk-test-0123456789";

    private static final ToolDescription SEARCH = new ToolDescription("memory__search", "Searches", Json.objectOf("""
        {"$schema": "http://json-schema.org/draft-07/schema#",
         "anyOf": [{"required": ["query"], "properties": {"query": {"type": "string", "format": "uri"}}},
                   {"$ref": "#/$defs/byId"}],
         "$defs": {"byId": {"required": ["id"], "properties": {"id": {"type": "integer"}}}}}\
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

    private Model model() {
        return Models.named(
                "openai/gpt-test", Map.of("OPENAI_API_KEY", KEY, "OPENAI_BASE_URL", endpoint.address() + "/v1"));
    }

    private static ModelRequest request(ChatEntry... entries) {
        List<ChatEntry> conversation = new ArrayList<>(List.of(new ChatEntry.UserMessage("go")));
        conversation.addAll(List.of(entries));
        return new ModelRequest("tester", "Be brief.", conversation, List.of(SEARCH));
    }

    private void playText() {
        endpoint.events("""
            {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\
            """, """
            {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello"}}]}\
            """, """
            {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":" there"}}]}\
            """, """
            {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\
            """, """
            {"id":"1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}}\
            """, "[DONE]");
    }

    /** Adds a response with two parallel calls, without text and with split arguments. */
    private void playCalls() {
        endpoint.events("""
            {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"memory__search","arguments":""}}]}}]}\
            """, """
            {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"que"}}]}}]}\
            """, """
            {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ry\\":\\"x\\"}"}}]}}]}\
            """, """
            {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"memory__search","arguments":"{\\"id\\":7}"}}]}}]}\
            """, """
            {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\
            """, "[DONE]");
    }

    @Test
    void textIsStreamedWithItsUsage() throws Exception {
        playText();
        StringBuilder received = new StringBuilder();
        ModelTurn turn = model().answer(request(), received::append);
        assertThat(turn.text()).isEqualTo("Hello there");
        assertThat(received).hasToString("Hello there");
        assertThat(turn.stopReason()).isEqualTo(ModelTurn.StopReason.DONE);
        assertThat(turn.usage()).isEqualTo(new Usage(12, 3, 4));
        StubProvider.Received request = endpoint.requests().getFirst();
        assertThat(request.path()).isEqualTo("/v1/chat/completions");
        assertThat(request.header("authorization")).isEqualTo("Bearer " + KEY);
        assertThat(request.body().at("/messages/0/role").stringValue()).isEqualTo("system");
        assertThat(request.body().path("stream").asBoolean(false)).isTrue();
    }

    @Test
    void parallelCallsKeepTheirIdsAndArguments() throws Exception {
        playCalls();
        ModelTurn turn = model().answer(request(), words -> {});
        assertThat(turn.text()).isEmpty();
        assertThat(turn.stopReason()).isEqualTo(ModelTurn.StopReason.CALLS);
        assertThat(turn.calls())
                .containsExactly(
                        new ToolRequest("call_a", "memory__search", "{\"query\":\"x\"}"),
                        new ToolRequest("call_b", "memory__search", "{\"id\":7}"));
        assertThat(turn.usage()).isEqualTo(Usage.NONE);
    }

    @Test
    void toolSchemaIsSentWithAnObjectAtItsRoot() throws Exception {
        playText();
        model().answer(request(), words -> {});
        JsonNode sent = endpoint.requests().getFirst().body().at("/tools/0/function");
        assertThat(sent.path("name").stringValue()).isEqualTo("memory__search");
        JsonNode schema = sent.path("parameters");
        assertThat(schema.path("type").stringValue()).isEqualTo("object");
        assertThat(schema.has("anyOf")).isFalse();
        assertThat(schema.at("/properties/query/format").stringValue()).isEqualTo("uri");
        assertThat(schema.at("/properties/id/type").stringValue()).isEqualTo("integer");
        assertThat(schema.path("description").stringValue()).contains("Must match at least one of");
        assertThat(schema.has("$defs")).isTrue();
    }

    @Test
    void requestContainsEarlierCallsAndResults() throws Exception {
        playText();
        ModelTurn calls = new ModelTurn(
                "",
                List.of(
                        new ToolRequest("call_a", "memory__search", "{\"id\":1}"),
                        new ToolRequest("call_b", "x", "{broken")),
                Usage.NONE,
                ModelTurn.StopReason.CALLS,
                null);
        model().answer(
                        request(
                                new ChatEntry.ModelMessage(calls),
                                new ChatEntry.ToolMessage(List.of(
                                        new ToolAnswer("call_a", "memory__search", ToolOutput.of("found")),
                                        new ToolAnswer("call_b", "x", ToolOutput.error("not JSON"))))),
                        words -> {});
        JsonNode messages = endpoint.requests().getFirst().body().path("messages");
        assertThat(messages.at("/2/tool_calls/0/id").stringValue()).isEqualTo("call_a");
        assertThat(messages.at("/2/tool_calls/1/function/arguments").stringValue())
                .isEqualTo("{}");
        assertThat(messages.at("/3/tool_call_id").stringValue()).isEqualTo("call_a");
        assertThat(messages.at("/4/tool_call_id").stringValue()).isEqualTo("call_b");
    }

    @Test
    void emptyResultIsSentAsAPlaceholder() throws Exception {
        playText();
        ModelTurn call = new ModelTurn(
                "",
                List.of(new ToolRequest("call_a", "memory__search", "{}")),
                Usage.NONE,
                ModelTurn.StopReason.CALLS,
                null);
        model().answer(
                        request(
                                new ChatEntry.ModelMessage(call),
                                new ChatEntry.ToolMessage(
                                        List.of(new ToolAnswer("call_a", "memory__search", ToolOutput.of(""))))),
                        words -> {});
        assertThat(endpoint.requests()
                        .getFirst()
                        .body()
                        .at("/messages/3/content")
                        .stringValue())
                .isEqualTo("(nothing)");
    }

    @Test
    void rateLimitHasTheRetryAfterTime() {
        endpoint.status(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("retry-after", "7"));
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .isInstanceOfSatisfying(ModelFailed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.OVERLOADED);
                    assertThat(failed.retryAfter()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(failed).hasMessageContaining("slow down");
                });
        assertThat(endpoint.requests()).hasSize(1);
    }

    @Test
    void agentRetriesAfterTheRequestedTime() throws Exception {
        endpoint.status(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("retry-after-ms", "30"));
        playText();
        List<Duration> pauses = new ArrayList<>();
        Agent agent = Agent.builder("tester").model(model()).build();
        AgentAnswer answer = agent.invoke("go", InvokeOptions.defaults().listener(event -> {
            if (event instanceof AgentEvent.Retrying retrying) {
                pauses.add(retrying.after());
            }
        }));
        assertThat(answer.text()).isEqualTo("Hello there");
        assertThat(pauses).containsExactly(Duration.ofMillis(30));
    }

    @Test
    void rejectedKeyIsReportedWithoutTheKey() {
        endpoint.status(401, "{\"error\":{\"message\":\"Incorrect API key provided: " + KEY + "\"}}", Map.of());
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .isInstanceOfSatisfying(ModelFailed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.REFUSED);
                    assertThat(failed.getMessage()).contains("401", "Incorrect API key");
                    StringWriter trace = new StringWriter();
                    failed.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).doesNotContain(KEY);
                });
    }

    @Test
    void longErrorIsRedactedBeforeItIsCut() {
        endpoint.status(400, "{\"error\":{\"message\":\"" + "x".repeat(490) + KEY + " is wrong\"}}", Map.of());
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .hasMessageEndingWith("…")
                .hasMessageNotContaining("sk-");
    }

    @Test
    void exhaustedQuotaIsNotRetried() {
        endpoint.status(429, "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}", Map.of());
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .isInstanceOfSatisfying(
                        ModelFailed.class,
                        failed -> assertThat(failed.kind().isTransient()).isFalse());
    }

    @Test
    void incompleteStreamIsATransientFailure() {
        endpoint.events("{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}]}");
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .isInstanceOfSatisfying(
                        ModelFailed.class, failed -> assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.UNREACHABLE));
    }

    @Test
    void interruptAbortsAStream() throws Exception {
        endpoint.stalls("{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}]}");
        CountDownLatch speaking = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                model().answer(request(), words -> speaking.countDown());
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        speaking.await();
        asking.interrupt();
        asking.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void refusedConnectionIsReportedWithTheAddress() {
        endpoint.close();
        assertThatThrownBy(() -> model().answer(request(), words -> {}))
                .isInstanceOf(ModelFailed.class)
                .hasMessageContaining("cannot connect to " + endpoint.address());
    }
}
