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
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.ToolResult;
import dev.mooring.agent.model.Usage;
import dev.mooring.agent.provider.Models.Delivery;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** OpenAI's chat completions, as it and many others speak them. */
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

    private Model model(Delivery delivery) {
        return Models.named(
                "openai/gpt-test",
                Map.of("OPENAI_API_KEY", KEY, "OPENAI_BASE_URL", endpoint.address() + "/v1"),
                delivery);
    }

    private static ModelRequest request(ChatEntry... entries) {
        List<ChatEntry> conversation = new ArrayList<>(List.of(new ChatEntry.UserMessage("go")));
        conversation.addAll(List.of(entries));
        return new ModelRequest("tester", "Be brief.", conversation, List.of(SEARCH));
    }

    private void playText(Delivery delivery) {
        if (delivery == Delivery.STREAMED) {
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
        } else {
            endpoint.json("""
                {"id":"1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello there"},
                 "finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}}\
                """);
        }
    }

    /** Two calls at once with empty content, the arguments in pieces. */
    private void playCalls(Delivery delivery) {
        if (delivery == Delivery.STREAMED) {
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
        } else {
            endpoint.json("""
                {"id":"1","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
                  {"id":"call_a","type":"function","function":{"name":"memory__search","arguments":"{\\"query\\":\\"x\\"}"}},
                  {"id":"call_b","type":"function","function":{"name":"memory__search","arguments":"{\\"id\\":7}"}}]},
                  "finish_reason":"tool_calls"}]}\
                """);
        }
    }

    @ParameterizedTest
    @EnumSource
    void textComesWithItsUsage(Delivery delivery) throws Exception {
        playText(delivery);
        StringBuilder heard = new StringBuilder();
        ModelTurn turn = model(delivery).answer(request(), heard::append);
        assertThat(turn.text()).isEqualTo("Hello there");
        assertThat(heard).hasToString("Hello there");
        assertThat(turn.stopReason()).isEqualTo(ModelTurn.StopReason.DONE);
        assertThat(turn.usage()).isEqualTo(new Usage(12, 3, 4));
        StubProvider.Asked asked = endpoint.asked().getFirst();
        assertThat(asked.path()).isEqualTo("/v1/chat/completions");
        assertThat(asked.header("authorization")).isEqualTo("Bearer " + KEY);
        assertThat(asked.body().at("/messages/0/role").stringValue()).isEqualTo("system");
        assertThat(asked.body().path("stream").asBoolean(false)).isEqualTo(delivery == Delivery.STREAMED);
    }

    @ParameterizedTest
    @EnumSource
    void callsAtOnceKeepTheirIdsAndArguments(Delivery delivery) throws Exception {
        playCalls(delivery);
        ModelTurn turn = model(delivery).answer(request(), words -> {});
        assertThat(turn.text()).isEmpty();
        assertThat(turn.stopReason()).isEqualTo(ModelTurn.StopReason.CALLS);
        assertThat(turn.calls())
                .containsExactly(
                        new ToolRequest("call_a", "memory__search", "{\"query\":\"x\"}"),
                        new ToolRequest("call_b", "memory__search", "{\"id\":7}"));
        assertThat(turn.usage()).isEqualTo(Usage.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void theSchemaOfAToolGoesOutWholeButWithAnObjectAtItsRoot(Delivery delivery) throws Exception {
        playText(delivery);
        model(delivery).answer(request(), words -> {});
        JsonNode sent = endpoint.asked().getFirst().body().at("/tools/0/function");
        assertThat(sent.path("name").stringValue()).isEqualTo("memory__search");
        JsonNode schema = sent.path("parameters");
        assertThat(schema.path("type").stringValue()).isEqualTo("object");
        assertThat(schema.has("anyOf")).isFalse();
        assertThat(schema.at("/properties/query/format").stringValue()).isEqualTo("uri");
        assertThat(schema.at("/properties/id/type").stringValue()).isEqualTo("integer");
        assertThat(schema.path("description").stringValue()).contains("Must fit one of these");
        assertThat(schema.has("$defs")).isTrue();
    }

    @Test
    void whatWasSaidAndDoneIsSentBack() throws Exception {
        playText(Delivery.STREAMED);
        ModelTurn calls = new ModelTurn(
                "",
                List.of(
                        new ToolRequest("call_a", "memory__search", "{\"id\":1}"),
                        new ToolRequest("call_b", "x", "{broken")),
                Usage.NONE,
                ModelTurn.StopReason.CALLS,
                null);
        model(Delivery.STREAMED)
                .answer(
                        request(
                                new ChatEntry.ModelMessage(calls),
                                new ChatEntry.ToolMessage(List.of(
                                        new ToolAnswer("call_a", "memory__search", ToolResult.of("found")),
                                        new ToolAnswer("call_b", "x", ToolResult.error("not JSON"))))),
                        words -> {});
        JsonNode messages = endpoint.asked().getFirst().body().path("messages");
        assertThat(messages.at("/2/tool_calls/0/id").stringValue()).isEqualTo("call_a");
        assertThat(messages.at("/2/tool_calls/1/function/arguments").stringValue())
                .isEqualTo("{}");
        assertThat(messages.at("/3/tool_call_id").stringValue()).isEqualTo("call_a");
        assertThat(messages.at("/4/tool_call_id").stringValue()).isEqualTo("call_b");
    }

    @ParameterizedTest
    @EnumSource
    void aRateLimitSaysWhenToComeBack(Delivery delivery) {
        endpoint.status(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("retry-after", "7"));
        assertThatThrownBy(() -> model(delivery).answer(request(), words -> {}))
                .isInstanceOfSatisfying(ModelFailed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.OVERLOADED);
                    assertThat(failed.retryAfter()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(failed).hasMessageContaining("slow down");
                });
        assertThat(endpoint.asked()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void anAgentComesBackWhenItIsTold(Delivery delivery) throws Exception {
        endpoint.status(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("retry-after-ms", "30"));
        playText(delivery);
        List<Duration> pauses = new ArrayList<>();
        Agent agent = Agent.builder("tester").model(model(delivery)).build();
        AgentAnswer answer = agent.invoke("go", InvokeOptions.defaults().listener(event -> {
            if (event instanceof AgentEvent.Retrying retrying) {
                pauses.add(retrying.after());
            }
        }));
        assertThat(answer.text()).isEqualTo("Hello there");
        assertThat(pauses).containsExactly(Duration.ofMillis(30));
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalIsToldWithoutTheKeyAndIsNotPassing(Delivery delivery) {
        endpoint.status(401, "{\"error\":{\"message\":\"Incorrect API key provided: " + KEY + "\"}}", Map.of());
        assertThatThrownBy(() -> model(delivery).answer(request(), words -> {}))
                .isInstanceOfSatisfying(ModelFailed.class, failed -> {
                    assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.REFUSED);
                    assertThat(failed.getMessage()).contains("401", "Incorrect API key");
                    StringWriter trace = new StringWriter();
                    failed.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).doesNotContain(KEY);
                });
    }

    @Test
    void anEmptyAccountIsARefusalThoughItLooksLikeARateLimit() {
        endpoint.status(429, "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}", Map.of());
        assertThatThrownBy(() -> model(Delivery.STREAMED).answer(request(), words -> {}))
                .isInstanceOfSatisfying(
                        ModelFailed.class,
                        failed -> assertThat(failed.kind().isTransient()).isFalse());
    }

    @Test
    void aStreamThatEndsTooEarlyIsAFailureThatMayPass() {
        endpoint.events("{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}]}");
        assertThatThrownBy(() -> model(Delivery.STREAMED).answer(request(), words -> {}))
                .isInstanceOfSatisfying(
                        ModelFailed.class, failed -> assertThat(failed.kind()).isEqualTo(ModelFailed.Kind.UNREACHABLE));
    }

    @Test
    void anInterruptBreaksAStreamOff() throws Exception {
        endpoint.stalls("{\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}]}");
        CountDownLatch speaking = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                model(Delivery.STREAMED).answer(request(), words -> speaking.countDown());
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
    void anAddressWhereNobodyListensIsSaid() {
        endpoint.close();
        assertThatThrownBy(() -> model(Delivery.STREAMED).answer(request(), words -> {}))
                .isInstanceOf(ModelFailed.class)
                .hasMessageContaining("cannot connect to " + endpoint.address());
    }
}
