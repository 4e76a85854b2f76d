package dev.mooring.app.gateway;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A server in this JVM that counts per transport session. */
final class CountingUpstream implements AutoCloseable {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Semaphore hanging = new Semaphore(0);
    private final Semaphore cancelled = new Semaphore(0);
    private final HttpServer http;

    CountingUpstream() throws IOException {
        McpServer server = McpServer.builder("counting", "1")
                .tool(Tool.named("count")
                        .handledBy((arguments, exchange) -> ToolResult.text(String.valueOf(
                                counts.merge(String.valueOf(exchange.caller().sessionId()), 1, Integer::sum)))))
                .tool(Tool.named("wait").handledBy((arguments, exchange) -> {
                    waiting.countDown();
                    released.await();
                    return ToolResult.text("waited");
                }))
                .tool(Tool.named("ask")
                        .handledBy((arguments, exchange) -> ToolResult.text(exchange.requestInput(
                                        "name",
                                        InputRequest.elicit(
                                                "Who are you?", Json.object().put("type", "object")))
                                .at("/content/name")
                                .asString("nobody"))))
                .tool(Tool.named("hang").handledBy((arguments, exchange) -> {
                    hanging.release();
                    try {
                        new CountDownLatch(1).await();
                        return ToolResult.text("never");
                    } catch (InterruptedException e) {
                        cancelled.release();
                        throw e;
                    }
                }))
                .tool(Tool.named("fail").handledBy((arguments, exchange) -> ToolResult.error("It did not work.")))
                .build();
        http = HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
    }

    /** Waits until a call of {@code wait} has arrived. */
    void awaitWaiting() throws InterruptedException {
        waiting.await();
    }

    /** Waits until a call of {@code hang} has arrived. */
    void awaitHanging() throws InterruptedException {
        hanging.acquire();
    }

    /** Waits until a call of {@code hang} is cancelled. */
    void awaitCancelled() throws InterruptedException {
        cancelled.acquire();
    }

    /** Lets calls of {@code wait} return. */
    void release() {
        released.countDown();
    }

    ToolServer as(String name) {
        return ToolServer.of(name, ServerLocation.Remote.at(http.uri("/mcp")));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
