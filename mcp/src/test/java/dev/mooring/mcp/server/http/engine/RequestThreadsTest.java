package dev.mooring.mcp.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.HttpTestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Requests that wait, and what is served meanwhile. */
class RequestThreadsTest {
    private static final int MANY = 40;

    private final CountDownLatch waiting = new CountDownLatch(MANY);
    private final CountDownLatch release = new CountDownLatch(1);
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient wire;

    @BeforeEach
    void start() throws Exception {
        McpServer server = McpServer.builder("threads", "1")
                .tool(Tool.named("thread").handledBy((arguments, exchange) -> ToolResult.text(kind())))
                .tool(Tool.named("wait").handledBy((arguments, exchange) -> {
                    waiting.countDown();
                    release.await();
                    return ToolResult.text(kind());
                }))
                .build();
        endpoint = HttpEndpoint.builder(server, "/mcp").build();
        http = HttpServer.start(endpoint);
        wire = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        wire.close();
        http.close();
    }

    private static String kind() {
        return Thread.currentThread().isVirtual() ? "virtual" : "of the web server";
    }

    private String call(String tool) throws Exception {
        return wire.modern("tools/call", HttpTestClient.call(tool))
                .json()
                .at("/result/content/0/text")
                .stringValue();
    }

    /** The thread that takes over the watch may have to be started first. */
    private void awaitCallOnTheThreadThatSawItCome() {
        await().until(() -> call("thread").equals("of the web server"));
    }

    @Test
    void aCallAloneRunsOnTheThreadThatSawItCome() {
        awaitCallOnTheThreadThatSawItCome();
    }

    @Test
    void howeverManyCallsWaitTheNextIsServed() throws Exception {
        awaitCallOnTheThreadThatSawItCome();
        List<Future<String>> answers = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < MANY; i++) {
                answers.add(callers.submit(() -> call("wait")));
            }
            waiting.await();
            assertThat(call("thread")).isIn("virtual", "of the web server"); // whichever: it is served
            release.countDown();

            List<String> kinds = new ArrayList<>();
            for (Future<String> answer : answers) {
                kinds.add(answer.get());
            }
            assertThat(kinds).filteredOn("of the web server"::equals).hasSizeBetween(1, RequestThreads.MAX_SERVING);
        }
        awaitCallOnTheThreadThatSawItCome();
    }

    @Test
    void streamsTakeNoneOfTheFewThreads() throws Exception {
        awaitCallOnTheThreadThatSawItCome();
        List<HttpTestClient.Streaming> streams = new ArrayList<>();
        try {
            for (int i = 0; i < MANY / 2; i++) {
                streams.add(listening());
                streams.add(wire.get(HttpTestClient.sessionHeader(wire.initialize())));
            }
            assertThat(endpoint.callsInFlight()).isEqualTo(MANY);
            awaitCallOnTheThreadThatSawItCome();
        } finally {
            for (HttpTestClient.Streaming stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void aStreamThatIsNotOfferedIsRefusedAsEver() throws Exception {
        awaitCallOnTheThreadThatSawItCome();
        try (var elsewhere = new HttpTestClient(http.uri("/elsewhere"))) {
            assertThat(elsewhere.send("GET", Map.of()).status()).isEqualTo(404);
        }
        assertThat(wire.send("GET", Map.of()).status()).isEqualTo(405);
    }

    private HttpTestClient.Streaming listening() throws Exception {
        ObjectNode params = Json.object();
        params.putObject("notifications").put("toolsListChanged", true);
        return wire.stream(
                wire.modernBody("subscriptions/listen", params),
                HttpTestClient.modernHeaders("subscriptions/listen", params));
    }
}
