package dev.mooring.bench.contender;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Mooring's server with one tool. */
public final class MooringServer implements BenchServer {
    private final HttpServer http;

    public MooringServer(List<String> arguments) throws IOException {
        McpServer server = McpServer.builder("bench", "1")
                .tool(Tool.named(Echo.TOOL)
                        .input(Json.objectOf(Echo.SCHEMA))
                        .handledBy((call, exchange) ->
                                ToolResult.text(Echo.said(call.path("message").stringValue("")))))
                .build();
        http = HttpServer.start(HttpEndpoint.builder(server, "/mcp").build());
    }

    @Override
    public URI address() {
        return http.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
