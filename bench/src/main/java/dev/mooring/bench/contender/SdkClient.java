package dev.mooring.bench.contender;

import dev.mooring.bench.fork.Contender;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The client of the MCP Java SDK, used as documented. */
public final class SdkClient implements Contender {
    private final McpSyncClient client;

    /** @param arguments an address or a command */
    public SdkClient(List<String> arguments) {
        client = McpClient.sync(transport(arguments))
                .requestTimeout(Duration.ofSeconds(60))
                .build();
        client.initialize();
    }

    private static McpClientTransport transport(List<String> words) {
        if (words.getFirst().startsWith("http:")) {
            URI address = URI.create(words.getFirst());
            return HttpClientStreamableHttpTransport.builder("http://" + address.getAuthority())
                    .endpoint(address.getPath())
                    .build();
        }
        return new StdioClientTransport(
                ServerParameters.builder(words.getFirst())
                        .args(words.subList(1, words.size()))
                        .build(),
                McpJsonDefaults.getMapper());
    }

    @Override
    public void call() {
        McpSchema.CallToolResult result = client.callTool(McpSchema.CallToolRequest.builder(Echo.TOOL)
                .arguments(Map.of("message", Echo.MESSAGE))
                .build());
        if (!(result.content().getFirst() instanceof McpSchema.TextContent text)
                || !text.text().equals(Echo.said(Echo.MESSAGE))) {
            throw new IllegalStateException("Unexpected reply: " + result);
        }
    }

    @Override
    public void close() {
        client.closeGracefully();
    }
}
