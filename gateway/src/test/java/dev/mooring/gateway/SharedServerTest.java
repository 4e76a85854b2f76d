package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.plainText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.LogLevel;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import dev.mooring.session.ToolServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A server whose one session all callers share. */
@Timeout(60)
class SharedServerTest {
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private McpServer.Builder loggingServer() {
        return McpServer.builder("talking", "1")
                .logging()
                .tool(Tool.named("hold").handledBy((arguments, exchange) -> {
                    held.countDown();
                    release.await();
                    exchange.log(LogLevel.WARNING, null, StringNode.valueOf("of hold"));
                    return ToolResult.text("held");
                }))
                .tool(Tool.named("log").handledBy((arguments, exchange) -> {
                    exchange.log(LogLevel.WARNING, null, StringNode.valueOf("of log"));
                    return ToolResult.text("logged");
                }));
    }

    private static McpClient caller(ServedGateway served, String who, List<String> logs) throws Exception {
        return served.open(
                "/talking/mcp",
                Map.of("Who", who),
                ClientOptions.builder().era(EraChoice.LEGACY).notifications(notification -> {
                    if (notification.method().equals(Methods.LOG)) {
                        logs.add(String.valueOf(Json.stringAt(notification.params(), "data")));
                    }
                }));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void logsOfACallReachOnlyItsCaller(boolean modern) throws Exception {
        McpServer server =
                modern ? loggingServer().modernOnly().build() : loggingServer().build();
        List<String> logsOfAnn = new CopyOnWriteArrayList<>();
        List<String> logsOfBob = new CopyOnWriteArrayList<>();
        try (HttpServer http =
                        HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
                ServedGateway served = ServedGateway.of(ToolServer.of(
                                "talking", ServerLocation.Remote.at(http.uri("/mcp")))
                        .with(ServerSettings.builder().sharing(Sharing.SHARED).build()));
                McpClient ann = caller(served, "ann", logsOfAnn);
                McpClient bob = caller(served, "bob", logsOfBob)) {
            FutureTask<ObjectNode> holding = new FutureTask<>(() -> call(ann, "hold"));
            Thread.startVirtualThread(holding);
            held.await();
            assertThat(plainText(call(bob, "log"))).isEqualTo("logged");
            release.countDown();
            assertThat(plainText(holding.get())).isEqualTo("held");
        }
        assertThat(logsOfAnn).containsExactly("of hold");
        assertThat(logsOfBob).containsExactly("of log");
    }
}
