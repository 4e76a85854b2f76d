package dev.mooring.mcp.server.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.server.conformance.ConformanceFixture;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JavaSdkClientTest {
    @Test
    void javaSdkClientWorksOverHttp() throws Exception {
        try (HttpServer http = HttpServer.start(
                HttpEndpoint.builder(ConformanceFixture.server(), "/mcp").build())) {
            exercise(HttpClientStreamableHttpTransport.builder(http.uri("").toString())
                    .endpoint("/mcp")
                    .build());
        }
    }

    @Test
    void javaSdkClientWorksOverStdio() {
        List<String> command = ServerProcess.command();
        exercise(new StdioClientTransport(
                ServerParameters.builder(command.getFirst())
                        .args(command.subList(1, command.size()))
                        .build(),
                McpJsonDefaults.getMapper()));
    }

    private static void exercise(McpClientTransport transport) {
        AtomicInteger changes = new AtomicInteger();
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(30))
                .capabilities(
                        McpSchema.ClientCapabilities.builder().elicitation().build())
                .elicitation(request -> McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                        .content(Map.of("response", "said to: " + request.message()))
                        .build())
                .toolsChangeConsumer(tools -> changes.incrementAndGet())
                .build()) {
            McpSchema.InitializeResult opened = client.initialize();
            assertThat(opened.protocolVersion()).isEqualTo("2025-11-25");
            assertThat(opened.serverInfo().name()).isEqualTo("mooring-conformance");
            assertThat(client.listTools().tools()).hasSizeGreaterThan(20);
            assertThat(text(client, "test_simple_text", Map.of())).isEqualTo("A plain text answer.");
            assertThat(text(client, "test_elicitation", Map.of("message", "hello")))
                    .contains("said to: hello");
            assertThat(client.readResource(McpSchema.ReadResourceRequest.builder("test://template/7/data")
                                    .build())
                            .contents())
                    .hasSize(1);
            assertThat(client.listPrompts().prompts()).isNotEmpty();
            await().until(() -> {
                text(client, "test_trigger_tool_change", Map.of());
                return changes.get() > 0;
            });
        }
    }

    private static String text(McpSyncClient client, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }
}
