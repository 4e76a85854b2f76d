package dev.mooring.auth.client;

import dev.mooring.auth.resource.ResourceServer;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.mcp.server.http.HttpEndpoint;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;

/** A server of this project that accepts JWTs of one issuer for its own address. */
final class OwnProtectedServer implements AutoCloseable {
    private final HttpServer http;

    OwnProtectedServer(String issuer) throws IOException {
        McpServer server = McpServer.builder("protected", "1")
                .tool(Tool.named("whoami")
                        .handledBy((arguments, exchange) -> ToolResult.text(
                                String.valueOf(exchange.caller().principal()).replace(issuer + " ", ""))))
                .build();
        AtomicReference<String> base = new AtomicReference<>("");
        ResourceServer auth = ResourceServer.forIssuer(issuer).at(base::get).build();
        HttpEndpoint endpoint = HttpEndpoint.builder(server, "/mcp")
                .authenticator(auth.protect("/mcp", "openid", "email", "notes:read"))
                .build();
        http = HttpServer.builder().endpoint(endpoint).web(auth).start();
        base.set(http.uri("").toString());
    }

    URI address() {
        return http.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
