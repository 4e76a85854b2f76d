package dev.mooring.mcp.client.peers;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A server on the official Java SDK with the tools of {@link Peer}, and a program that serves them over stdio. */
final class JavaSdkServer {
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws InterruptedException {
        InputStream untilEnd = new FilterInputStream(System.in) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                if (count < 0) {
                    // The SDK does not exit by itself at the end of the input.
                    System.exit(0);
                }
                return count;
            }
        };
        var transport = new StdioServerTransportProvider(McpJsonDefaults.getMapper(), untilEnd, System.out);
        McpServer.sync(transport)
                .serverInfo("java-sdk-peer", "1")
                .tools(new JavaSdkServer().tools())
                .build();
        Thread.currentThread().join();
    }

    List<SyncToolSpecification> tools() {
        return List.of(
                tool(
                        "echo",
                        "text",
                        "string",
                        (exchange, request) ->
                                String.valueOf(request.arguments().get("text"))),
                tool("count", "unused", "string", (exchange, request) -> count(exchange)),
                tool(
                        "pid",
                        "unused",
                        "string",
                        (exchange, request) ->
                                String.valueOf(ProcessHandle.current().pid())),
                tool("steps", "count", "number", JavaSdkServer::steps),
                tool("ask", "unused", "string", (exchange, request) -> ask(exchange)));
    }

    /** Returns the number of sessions that have called {@code count}. */
    Iterable<String> sessions() {
        return counts.keySet();
    }

    private String count(McpSyncServerExchange exchange) {
        return String.valueOf(counts.computeIfAbsent(exchange.sessionId(), id -> new AtomicInteger())
                .incrementAndGet());
    }

    private static String steps(McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
        Object token = request.meta().get("progressToken");
        int total = Integer.parseInt(String.valueOf(request.arguments().get("count")));
        for (int step = 1; step <= total; step++) {
            exchange.progressNotification(McpSchema.ProgressNotification.builder(token, step)
                    .total((double) total)
                    .build());
        }
        return "done";
    }

    /** Requests the roots, because this SDK cannot serialize its elicitation requests with the current Jackson. */
    private static String ask(McpSyncServerExchange exchange) {
        return "Hello, " + exchange.listRoots().roots().getFirst().name();
    }

    private static SyncToolSpecification tool(
            String name,
            String parameter,
            String type,
            BiFunction<McpSyncServerExchange, McpSchema.CallToolRequest, String> body) {
        Map<String, Object> schema = Map.of("type", "object", "properties", Map.of(parameter, Map.of("type", type)));
        return SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder(name, schema).build())
                .callHandler((exchange, request) -> McpSchema.CallToolResult.builder()
                        .addTextContent(body.apply(exchange, request))
                        .build())
                .build();
    }
}
