package dev.mooring.gateway;

import static dev.mooring.gateway.Answers.isError;
import static dev.mooring.gateway.Answers.result;
import static dev.mooring.gateway.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientHandler;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.CallOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Calls that do not ask one question after the other and then answer. */
@Timeout(60)
class ParkedCallsTest {
    private final ParkedCalls parked = new ParkedCalls(Duration.ZERO);
    private final AtomicInteger abandoned = new AtomicInteger();
    private final List<String> answers = new CopyOnWriteArrayList<>();

    /** Calls a tool that makes such a call, as a client that can be asked and leaves the answer for later. */
    private ObjectNode call(ParkedCalls.Upward upward) throws Exception {
        McpServer server = McpServer.builder("parks", "1")
                .tool(Tool.named("call")
                        .handledBy((arguments, exchange) -> new ToolResult(parked.begin(
                                exchange,
                                "",
                                new Behalf(exchange),
                                upward,
                                outcome -> Outcomes.result(outcome, exchange.caller()),
                                abandoned::incrementAndGet))))
                .build();
        try (HttpServer http =
                        HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
                McpClient client = McpClient.open(
                        ServerLocation.Remote.at(http.uri("/mcp")),
                        ClientOptions.builder().era(EraChoice.MODERN).build())) {
            ObjectNode capabilities = Json.object();
            capabilities.putObject("elicitation");
            return result(client.request(
                    Methods.TOOLS_CALL,
                    Json.object().put("name", "call"),
                    CallOptions.builder()
                            .relay(RelayOptions.builder()
                                    .capabilities(capabilities)
                                    .exclusive(true)
                                    .returnsInputRequired(true)
                                    .build())
                            .build()));
        }
    }

    private void asking(ClientHandler somebody) {
        Thread.ofVirtual().start(() -> {
            try {
                answers.add(somebody.answer(Json.object().put("message", "?"))
                        .path("action")
                        .asString(""));
            } catch (Exception e) {
                answers.add(e.toString());
            }
        });
    }

    /** A call that asks for two things at once and lasts until it is cancelled. */
    private CallOutcome askTwice(ClientHandler somebody) throws InterruptedException {
        asking(somebody);
        asking(somebody);
        new CountDownLatch(1).await();
        throw new IllegalStateException("nobody counts down");
    }

    @Test
    void thatAskSeveralThingsAtOnceGetAnAnswerToEachWhenTheyAreAbandoned() throws Exception {
        assertThat(call(this::askTwice).path("resultType").asString("")).isEqualTo("input_required");

        parked.sweep();

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel", "cancel"));
        assertThat(abandoned).hasValue(1);
    }

    @Test
    void thatAskSeveralThingsAtOnceGetAnAnswerToEachWhenTheGatewayCloses() throws Exception {
        call(this::askTwice);

        parked.close();

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel", "cancel"));
    }

    @Test
    void thatEndBeforeTheyAskGetAnAnswerAllTheSame() throws Exception {
        AtomicReference<ClientHandler> somebody = new AtomicReference<>();
        ObjectNode ended = call(handler -> {
            somebody.set(handler);
            return new CallOutcome.Answered(ToolResult.text("done").json());
        });
        assertThat(text(ended)).isEqualTo("done");

        asking(somebody.get());

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel"));
    }

    @Test
    void thatBreakOffWithAnErrorOfTheMachineAreAnErrorOfTheTool() throws Exception {
        ObjectNode broken = call(somebody -> {
            throw new NoClassDefFoundError("dev/example/Missing");
        });

        assertThat(isError(broken)).isTrue();
        assertThat(abandoned).hasValue(1);
    }
}
