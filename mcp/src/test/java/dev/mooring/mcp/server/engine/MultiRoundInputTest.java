package dev.mooring.mcp.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Handlers that return {@link ToolResult#inputRequired} serve clients of both eras. */
@Timeout(60)
class MultiRoundInputTest {
    private static final ObjectNode FORM = Json.objectOf("{\"type\":\"object\"}");

    private final List<String> receivedMessages = new CopyOnWriteArrayList<>();

    private ObjectNode call(EraChoice era, ToolHandler handler, boolean canAnswer) throws Exception {
        McpServer server = McpServer.builder("test", "1")
                .tool(Tool.named("tool").handledBy(handler))
                .build();
        ClientOptions.Builder options = ClientOptions.builder().era(era);
        if (canAnswer) {
            options.elicitation(params -> {
                String question = params.path("message").stringValue("");
                receivedMessages.add(question);
                ObjectNode answer = Json.object().put("action", "accept");
                answer.putObject("content").put("v", "to " + question);
                return answer;
            });
        }
        try (HttpServer http =
                        HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
                McpClient client = McpClient.open(ServerLocation.Remote.at(http.uri("/mcp")), options.build())) {
            Reply reply = client.callTool("tool", Json.object().put("a", 1));
            assertThat(reply).isInstanceOf(Reply.Result.class);
            return ((Reply.Result) reply).result();
        }
    }

    private static InputRequest question(String message) {
        return InputRequest.elicit(message, FORM);
    }

    private static ToolResult twoRounds(ObjectNode arguments, Exchange exchange) throws Exception {
        ObjectNode state = exchange.openState();
        ObjectNode answers = exchange.inputResponses();
        if (state == null) {
            Map<String, InputRequest> both = new LinkedHashMap<>();
            both.put("one", question("One?"));
            both.put("two", question("Two?"));
            return ToolResult.inputRequired(both, exchange.sealState(Json.object()));
        }
        if (!state.has("first")) {
            String first = answers.at("/one/content/v").stringValue() + " and "
                    + answers.at("/two/content/v").stringValue();
            return ToolResult.inputRequired(
                    Map.of("three", question("Three?")),
                    exchange.sealState(Json.object().put("first", first)));
        }
        return ToolResult.text(state.path("first").stringValue() + ", "
                + answers.at("/three/content/v").stringValue() + ", a=" + arguments.get("a"));
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void eachRoundReceivesTheAnswersAndStateOfThePreviousOne(EraChoice era) throws Exception {
        ObjectNode result = call(era, MultiRoundInputTest::twoRounds, true);

        assertThat(InMemoryCaller.textOf(result)).isEqualTo("to One? and to Two?, to Three?, a=1");
        assertThat(receivedMessages).containsExactlyInAnyOrder("One?", "Two?", "Three?");
        assertThat(result.has("inputRequests")).isFalse();
    }

    @Test
    void legacyClientWithoutTheCapabilityGetsAnErrorResult() throws Exception {
        ObjectNode result = call(EraChoice.LEGACY, MultiRoundInputTest::twoRounds, false);

        assertThat(result.path("isError").booleanValue()).isTrue();
        assertThat(InMemoryCaller.textOf(result)).contains("elicitation");
    }

    @Test
    void callOfALegacyClientIsAbortedAfterSixteenRounds() throws Exception {
        ObjectNode result = call(
                EraChoice.LEGACY,
                (arguments, exchange) -> ToolResult.inputRequired(Map.of("q", question("More?")), null),
                true);

        assertThat(InMemoryCaller.textOf(result)).contains("Tool requested input more than 16 times");
        assertThat(receivedMessages).hasSize(16);
    }
}
