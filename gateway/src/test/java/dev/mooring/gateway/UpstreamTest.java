package dev.mooring.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ClosableOwner;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class UpstreamTest {
    private final CountDownLatch toolsAreListed = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private static Tool tool(String name) {
        return Tool.named(name).handledBy((arguments, exchange) -> ToolResult.text(name));
    }

    private static FutureTask<UpstreamListing> listing(Upstream upstream) {
        return new FutureTask<>(() -> upstream.listing(Freshness.CURRENT));
    }

    @Test
    void callerAfterAChangeDoesNotReceiveAListingFromBeforeTheChange() throws Exception {
        McpServer server = McpServer.builder("slow", "1")
                .tool(tool("early"))
                .prompts(caller -> {
                    toolsAreListed.countDown();
                    release.await();
                    return List.of();
                })
                .build();
        try (HttpServer http =
                HttpServer.start(HttpEndpoint.builder(server, "/mcp").build())) {
            ToolServer slow = ToolServer.of("slow", ServerLocation.Remote.at(http.uri("/mcp")));
            try (Sessions sessions = Sessions.builder(List.of(slow)).build()) {
                var upstream =
                        new Upstream(slow, sessions, new ClosableOwner("test"), Duration.ofMinutes(1), available -> {});
                FutureTask<UpstreamListing> first = listing(upstream);
                Thread.startVirtualThread(first);
                toolsAreListed.await();
                server.addTool(tool("late"));
                upstream.onNotification(new Message.Notification(Methods.TOOLS_CHANGED, null));
                FutureTask<UpstreamListing> second = listing(upstream);
                Thread waiting = Thread.startVirtualThread(second);
                await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
                release.countDown();

                assertThat(second.get().tools())
                        .extracting(tool -> tool.path("name").asString(""))
                        .containsExactly("early", "late");
                upstream.close();
            }
        }
    }
}
