package dev.mooring.auth.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An MCP server with two protected endpoints, and tools that need different scopes. */
public final class ProtectedNotes implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicReference<String> base;
    private final HttpServer http;

    /** Starts the server for a resource server that gets its URL from {@code base}. */
    public ProtectedNotes(ResourceServer auth, AtomicReference<String> base) throws IOException {
        McpServer server = McpServer.builder("notes", "1")
                .tool(Tool.named("read")
                        .handledBy((arguments, exchange) -> ToolResult.text(exchange.caller()
                                        .principal() + "|" + exchange.caller().name())))
                .tool(Tool.named("write").handledBy((arguments, exchange) -> ToolResult.text("written")))
                .build();
        this.base = base;
        http = HttpServer.builder()
                .endpoint(endpoint(server, auth, "/mcp"))
                .endpoint(endpoint(server, auth, "/other/mcp"))
                .web(auth)
                .start();
        base.set(http.uri("").toString());
    }

    private static HttpEndpoint endpoint(McpServer server, ResourceServer auth, String path) {
        return HttpEndpoint.builder(server, path)
                .authenticator(auth.protect(path, "notes:read", "notes:write"))
                .toolScope(tool -> "notes:" + tool.name())
                .build();
    }

    public String base() {
        return base.get();
    }

    public String resource() {
        return base() + "/mcp";
    }

    /** Calls a tool. */
    public HttpResponse<String> call(@Nullable String token, String tool) throws IOException, InterruptedException {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
        message.putObject("params").put("name", tool).putObject("arguments");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(resource()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(Json.text(message), UTF_8));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** Gets a document. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(base() + path)).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        client.close();
        http.close();
    }
}
