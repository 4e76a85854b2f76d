package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Era;
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

/** Upstream calls that request input in unusual ways, or fail. */
@Timeout(60)
class ParkedCallsTest {
    private static final UpstreamListing LEGACY_SERVER = new UpstreamListing(
            Era.LEGACY,
            Json.object(),
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false);

    private final ParkedCalls parked = new ParkedCalls(Duration.ZERO, null);
    private final AtomicInteger abandoned = new AtomicInteger();
    private final List<String> answers = new CopyOnWriteArrayList<>();

    /** Returns the result, and counts abandoned calls. */
    private final class Counting implements RequestCompletion {
        @Override
        public ObjectNode complete(CallOutcome outcome) {
            return ((CallOutcome.Answered) outcome).result();
        }

        @Override
        public void abandon() {
            abandoned.incrementAndGet();
        }
    }

    /** Makes the upstream call for a modern client that accepts elicitations but never answers one. */
    private ObjectNode call(ParkedCalls.UpstreamCall upstreamCall) throws Exception {
        McpServer server = McpServer.builder("parks", "1")
                .tool(Tool.named("call")
                        .handledBy((arguments, exchange) -> new ToolResult(parked.start(
                                new CallerExchange(exchange, LEGACY_SERVER), null, upstreamCall, new Counting()))))
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

    private void elicitInBackground(ClientHandler elicitation) {
        Thread.ofVirtual().start(() -> {
            try {
                answers.add(elicitation
                        .answer(Json.object().put("message", "?"))
                        .path("action")
                        .asString(""));
            } catch (Exception e) {
                answers.add(e.toString());
            }
        });
    }

    /** Requests input twice in parallel, and lasts until it is cancelled. */
    private CallOutcome elicitTwice(ClientHandler elicitation) throws InterruptedException {
        elicitInBackground(elicitation);
        elicitInBackground(elicitation);
        new CountDownLatch(1).await();
        throw new IllegalStateException("The latch never opens");
    }

    @Test
    void abandonedCallCancelsAllItsParallelElicitations() throws Exception {
        assertThat(call(this::elicitTwice).path("resultType").asString("")).isEqualTo("input_required");

        parked.sweep();

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel", "cancel"));
        assertThat(abandoned).hasValue(1);
    }

    @Test
    void closingCancelsAllParallelElicitations() throws Exception {
        call(this::elicitTwice);

        parked.close();

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel", "cancel"));
    }

    @Test
    void elicitationAfterTheEndOfItsCallIsCancelled() throws Exception {
        AtomicReference<ClientHandler> handler = new AtomicReference<>();
        ObjectNode completed = call(elicitation -> {
            handler.set(elicitation);
            return new CallOutcome.Answered(ToolResult.text("done").json());
        });
        assertThat(text(completed)).isEqualTo("done");

        elicitInBackground(handler.get());

        await().untilAsserted(() -> assertThat(answers).containsExactly("cancel"));
    }

    @Test
    void callThatThrowsAnErrorIsAbandonedAndReportedAsAToolError() throws Exception {
        ObjectNode failed = call(elicitation -> {
            throw new NoClassDefFoundError("dev/example/Missing");
        });

        assertThat(isError(failed)).isTrue();
        assertThat(abandoned).hasValue(1);
    }
}
