package dev.mooring.examples;

import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;

/** An MCP server that accepts the access tokens of an identity provider. */
public final class ProtectedServer {
    private ProtectedServer() {}

    /** Arguments: the issuer, and the URL under which clients reach the server. Serves until the process ends. */
    public static void main(String[] arguments) throws Exception {
        try (HttpServer http = start(greeter(), arguments[0], arguments[1])) {
            System.out.println("listening on " + http.uri("/mcp"));
            Thread.currentThread().join();
        }
    }

    /** Greets the person who has signed in. */
    static McpServer greeter() {
        return McpServer.builder("greeter", "1")
                .tool(Tool.named("greet")
                        .handledBy((arguments, exchange) -> ToolResult.text("Hello, "
                                + (exchange.caller().name() == null
                                        ? "stranger"
                                        : exchange.caller().name().person()))))
                .build();
    }

    static HttpServer start(McpServer server, String issuer, String url) throws IOException {
        var auth = ResourceServer.forIssuer(issuer).at(url).build();
        var mcp = HttpEndpoint.builder(server, "/mcp").authenticator(auth.protect("/mcp", "notes:read"));
        return HttpServer.builder().endpoint(mcp.build()).web(auth).start();
    }
}
