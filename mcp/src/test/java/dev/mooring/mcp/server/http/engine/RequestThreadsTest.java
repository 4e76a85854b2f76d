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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class RequestThreadsTest {
    private static final int MANY = 40;
    private static final String PLATFORM = "platform";
    private static final String VIRTUAL = "virtual";

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger waitingOnPlatformThreads = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private HttpEndpoint endpoint;
    private HttpServer http;
    private HttpTestClient client;

    @BeforeEach
    void start() throws Exception {
        McpServer server = McpServer.builder("threads", "1")
                .tool(Tool.named("thread").handledBy((arguments, exchange) -> ToolResult.text(kindOfThread())))
                .tool(Tool.named("wait").handledBy((arguments, exchange) -> {
                    if (kindOfThread().equals(PLATFORM)) {
                        waitingOnPlatformThreads.incrementAndGet();
                    }
                    waiting.incrementAndGet();
                    release.await();
                    return ToolResult.text(kindOfThread());
                }))
                .build();
        endpoint = HttpEndpoint.builder(server, "/mcp").build();
        http = HttpServer.start(endpoint);
        client = new HttpTestClient(http.uri("/mcp"));
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        callers.shutdownNow();
        client.close();
        http.close();
    }

    private static String kindOfThread() {
        return Thread.currentThread().isVirtual() ? VIRTUAL : PLATFORM;
    }

    private String call(String tool) throws Exception {
        return client.modern("tools/call", HttpTestClient.call(tool))
                .json()
                .at("/result/content/0/text")
                .stringValue();
    }

    private Future<String> startWaitingCall() {
        return callers.submit(() -> call("wait"));
    }

    /** Retries, because the pool may have to start the thread that selects next. */
    private void awaitCallOnPlatformThread() {
        await().until(() -> call("thread").equals(PLATFORM));
    }

    @Test
    void singleCallRunsOnThePlatformThreadThatSelectedIt() {
        awaitCallOnPlatformThread();
    }

    @Test
    void callRunsOnVirtualThreadWhenAllPlatformThreadsAreBusy() throws Exception {
        List<Future<String>> answers = new ArrayList<>();
        await().until(() -> {
            int before = waiting.get();
            answers.add(startWaitingCall());
            await().until(() -> waiting.get() > before);
            return waitingOnPlatformThreads.get() == RequestThreads.MAX_SERVING;
        });

        assertThat(call("thread")).isEqualTo(VIRTUAL);

        assertThat(answers).noneMatch(Future::isDone);
        release.countDown();
        awaitCallOnPlatformThread();
    }

    @Test
    void waitingCallsDoNotDelayTheNextCall() throws Exception {
        awaitCallOnPlatformThread();
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            answers.add(startWaitingCall());
        }
        await().until(() -> waiting.get() == MANY);

        assertThat(call("thread")).isNotEmpty();
        assertThat(answers).noneMatch(Future::isDone);

        release.countDown();
        List<String> kinds = new ArrayList<>();
        for (Future<String> answer : answers) {
            kinds.add(answer.get());
        }
        assertThat(kinds).filteredOn(PLATFORM::equals).hasSizeBetween(1, RequestThreads.MAX_SERVING);
    }

    @Test
    void listeningStreamsOccupyNoPlatformThreads() throws Exception {
        awaitCallOnPlatformThread();
        List<HttpTestClient.Streaming> streams = new ArrayList<>();
        try {
            for (int i = 0; i < MANY / 2; i++) {
                streams.add(listen());
                streams.add(client.get(HttpTestClient.sessionHeader(client.initialize())));
            }
            assertThat(endpoint.callsInFlight()).isEqualTo(MANY);
            awaitCallOnPlatformThread();
        } finally {
            for (HttpTestClient.Streaming stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void streamRequestWithoutAStreamIsRefused() throws Exception {
        awaitCallOnPlatformThread();
        try (var unknownPath = new HttpTestClient(http.uri("/elsewhere"))) {
            assertThat(unknownPath.send("GET", Map.of()).status()).isEqualTo(404);
        }
        assertThat(client.send("GET", Map.of()).status()).isEqualTo(405);
    }

    private HttpTestClient.Streaming listen() throws Exception {
        ObjectNode params = Json.object();
        params.putObject("notifications").put("toolsListChanged", true);
        return client.stream(
                client.modernBody("subscriptions/listen", params),
                HttpTestClient.modernHeaders("subscriptions/listen", params));
    }
}
